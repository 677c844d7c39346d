// Made by "npm run forms" from the schemas; see scripts/forms/forms.ts.
var Ce=(r,N)=>()=>{try{return N||r((N={exports:{}}).exports,N),N.exports}catch(H){throw N=0,H}};var Me=Ce(we=>{"use strict";Object.defineProperty(we,"__esModule",{value:!0});function He(r){let N=r.length,H=0,U=0,P;for(;U<N;)H++,P=r.charCodeAt(U++),P>=55296&&
P<=56319&&U<N&&(P=r.charCodeAt(U),(P&64512)===56320&&U++);return H}we.default=He;He.code='require("ajv/dist/runtime/ucs2length").default'});var Ue=Ce((Nr,Qe)=>{"use strict";Qe.exports=function r(N,H){if(N===H)return!0;if(N&&H&&typeof N=="object"&&typeof H=="object"){if(N.constructor!==H.constructor)
return!1;var U,P,b;if(Array.isArray(N)){if(U=N.length,U!=H.length)return!1;for(P=U;P--!==0;)if(!r(N[P],H[P]))return!1;return!0}if(N.constructor===RegExp)return N.
source===H.source&&N.flags===H.flags;if(N.valueOf!==Object.prototype.valueOf)return N.valueOf()===H.valueOf();if(N.toString!==Object.prototype.toString)return N.
toString()===H.toString();if(b=Object.keys(N),U=b.length,U!==Object.keys(H).length)return!1;for(P=U;P--!==0;)if(!Object.prototype.hasOwnProperty.call(H,b[P]))return!1;
for(P=U;P--!==0;){var t=b[P];if(!r(N[t],H[t]))return!1}return!0}return N!==N&&H!==H}});var Xe=Ce(Te=>{"use strict";Object.defineProperty(Te,"__esModule",{value:!0});var Je=Ue();Je.code='require("ajv/dist/runtime/equal").default';Te.default=Je});var s={},Ye=R;var er={$schema:"https://json-schema.org/draft/2020-12/schema",type:"object",additionalProperties:!1,required:["name","tools"],properties:{$schema:{type:"string",
maxLength:2048},name:{type:"string",pattern:"^[a-z0-9][a-z0-9-]{0,63}$"},version:{type:"string",maxLength:128,default:"0.0.0",pattern:"^(0|[1-9]\\d*)\\.(0|[1-9]\\d\
*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"},description:{type:"string",minLength:1,maxLength:8192,pattern:"^\
[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},author:{type:"string",minLength:1,maxLength:256,
pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},license:{type:"string",minLength:1,maxLength:128,
pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},homepage:{type:"string",maxLength:2048,pattern:"\
^https?://[!-~]+$"},entry:{type:"string",maxLength:256,pattern:"^(?!.*(^|/)(\\.|node_modules/))[A-Za-z0-9_@.-]+(/[A-Za-z0-9_@.-]+)*\\.(js|mjs|ts|mts)$"},tools:{
type:"array",minItems:1,maxItems:128,items:{$ref:"#/$defs/tool"}},limits:{$ref:"#/$defs/limits"},freshState:{const:"isolate"},capabilities:{$ref:"#/$defs/capabi\
lities"}},$defs:{tool:{type:"object",additionalProperties:!1,required:["name","description","inputSchema"],if:{not:{required:["contentBlocks"]}},then:{required:[
"outputSchema"]},else:{properties:{outputSchema:{type:"object",required:["type"],properties:{type:{const:"object"}}}}},properties:{name:{type:"string",pattern:"\
^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$"},title:{type:"string",minLength:1,maxLength:256,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\
\\u202e\\u2066-\\u2069]*$"},description:{type:"string",minLength:1,maxLength:8192,pattern:"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u2\
00f\\u202a-\\u202e\\u2066-\\u2069]*$"},inputSchema:{type:"object",required:["type"],properties:{type:{const:"object"}}},outputSchema:{type:"object"},contentBlocks:{
const:!0},annotations:{$ref:"#/$defs/annotations"},export:{type:"string",maxLength:128,pattern:"^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$"},limits:{
$ref:"#/$defs/limits"},examples:{type:"array",maxItems:64,items:{$ref:"#/$defs/example"}}}},annotations:{type:"object",additionalProperties:!1,properties:{title:{
type:"string",minLength:1,maxLength:256,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},readOnlyHint:{
type:"boolean"},destructiveHint:{type:"boolean"},idempotentHint:{type:"boolean"},openWorldHint:{type:"boolean"}}},example:{type:"object",additionalProperties:!1,
required:["arguments","result"],properties:{description:{type:"string",minLength:1,maxLength:1024,pattern:"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009\
f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},arguments:{type:"object"},result:{},effects:{type:"array",maxItems:64,items:{$ref:"#/$defs/effect"}}}},
limits:{type:"object",additionalProperties:!1,properties:{cpuMs:{type:"integer",minimum:1},wallMs:{type:"integer",minimum:1},memoryMb:{type:"integer",minimum:1},
argumentsBytes:{type:"integer",minimum:1},resultBytes:{type:"integer",minimum:1},resultDepth:{type:"integer",minimum:1},logBytes:{type:"integer",minimum:1},logLines:{
type:"integer",minimum:1},hostCalls:{type:"integer",minimum:1},fetchCalls:{type:"integer",minimum:1},fetchConcurrency:{type:"integer",minimum:1},fetchRequestBytes:{
type:"integer",minimum:1},fetchResponseBytes:{type:"integer",minimum:1},fetchMs:{type:"integer",minimum:1},storeBytes:{type:"integer",minimum:1},storeKeys:{type:"\
integer",minimum:1},storeValueBytes:{type:"integer",minimum:1}}},capabilities:{type:"object",additionalProperties:!1,properties:{fetch:{type:"array",maxItems:64,
items:{$ref:"#/$defs/fetchWish"}},store:{$ref:"#/$defs/storeWish"},secrets:{type:"array",maxItems:32,items:{$ref:"#/$defs/secretWish"}}}},fetchWish:{type:"objec\
t",additionalProperties:!1,required:["origin"],properties:{origin:{type:"string",maxLength:300},methods:{type:"array",minItems:1,maxItems:16,uniqueItems:!0,default:[
"GET"],items:{type:"string",pattern:"^(?!(CONNECT|TRACE|TRACK)$)[A-Z]{1,20}$"}},path:{type:"string",maxLength:1024,default:"/*",pattern:"^/[!-~]*$"},optional:{type:"\
boolean",default:!1}}},storeWish:{type:"object",additionalProperties:!1,properties:{scope:{enum:["plugin","caller"],default:"plugin"},optional:{type:"boolean",default:!1}}},
secretWish:{type:"object",additionalProperties:!1,required:["name","origin"],properties:{name:{type:"string",pattern:"^[A-Z][A-Z0-9_]{0,63}$"},origin:{type:"str\
ing",maxLength:300},headers:{type:"array",items:{type:"string",pattern:"^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$"},minItems:1,maxItems:8},parameters:{type:"array",items:{
type:"string",minLength:1,maxLength:100},minItems:1,maxItems:8},description:{type:"string",minLength:1,maxLength:1024,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u20\
28\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},optional:{type:"boolean",default:!1}}},effect:{type:"object",additionalProperties:!1,properties:{
fetch:{type:"string",maxLength:8192,pattern:"^https?://[!-~]+$"},method:{type:"string",default:"GET",pattern:"^(?!(CONNECT|TRACE|TRACK)$)[A-Z]{1,20}$"},store:{$ref:"\
#/$defs/storeQuestion"},answer:{},error:{$ref:"#/$defs/effectError"}},if:{required:["store"]},then:{properties:{fetch:!1,method:!1,answer:{$ref:"#/$defs/storeAn\
swer"}}},else:{required:["fetch"],properties:{answer:{$ref:"#/$defs/effectResponse"}}},oneOf:[{required:["answer"]},{required:["error"]}]},effectResponse:{type:"\
object",additionalProperties:!1,properties:{status:{type:"integer",minimum:200,maximum:599,default:200},headers:{type:"object",maxProperties:64,propertyNames:{pattern:"\
^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$"},additionalProperties:{type:"string",maxLength:8192,pattern:"^[\\t -~]*$"}},body:{type:"string"},json:{},base64:{type:"stri\
ng",pattern:"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"}},dependentSchemas:{body:{properties:{json:!1,base64:!1}},json:{properties:{base64:!1}}}},
storeQuestion:{type:"object",additionalProperties:!1,required:["op"],properties:{op:{enum:["get","set","delete","list"]},key:{type:"string",maxLength:1024},value:{
type:"string"},ttlMs:{type:"integer",minimum:1},ifVersion:{type:["string","null"],maxLength:1024},prefix:{type:"string",maxLength:1024},after:{type:"string",maxLength:1024},
limit:{type:"integer",minimum:1}},if:{properties:{op:{const:"list"}}},then:{properties:{key:!1,value:!1,ttlMs:!1,ifVersion:!1}},else:{required:["key"],properties:{
prefix:!1,after:!1,limit:!1}}},storeAnswer:{type:["object","boolean","null"],additionalProperties:!1,properties:{key:{type:"string",maxLength:1024},version:{type:"\
string",maxLength:1024},expiresAt:{type:"integer",minimum:0},value:{type:"string"},entries:{type:"array",maxItems:1e3,items:{$ref:"#/$defs/storeEntry"}},next:{type:"\
string",maxLength:1024}}},storeEntry:{type:"object",additionalProperties:!1,required:["key","version"],properties:{key:{type:"string",maxLength:1024},version:{type:"\
string",maxLength:1024},expiresAt:{type:"integer",minimum:0}}},effectError:{type:"object",additionalProperties:!1,required:["name","message"],properties:{name:{
type:"string",pattern:"^[A-Z][A-Za-z]{0,63}$"},message:{type:"string",maxLength:1024,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\
\\u202e\\u2066-\\u2069]*$"}}}}},We={type:"object",additionalProperties:!1,properties:{cpuMs:{type:"integer",minimum:1},wallMs:{type:"integer",minimum:1},memoryMb:{
type:"integer",minimum:1},argumentsBytes:{type:"integer",minimum:1},resultBytes:{type:"integer",minimum:1},resultDepth:{type:"integer",minimum:1},logBytes:{type:"\
integer",minimum:1},logLines:{type:"integer",minimum:1},hostCalls:{type:"integer",minimum:1},fetchCalls:{type:"integer",minimum:1},fetchConcurrency:{type:"integ\
er",minimum:1},fetchRequestBytes:{type:"integer",minimum:1},fetchResponseBytes:{type:"integer",minimum:1},fetchMs:{type:"integer",minimum:1},storeBytes:{type:"i\
nteger",minimum:1},storeKeys:{type:"integer",minimum:1},storeValueBytes:{type:"integer",minimum:1}}},y=Object.prototype.hasOwnProperty,X=Me().default,rr=new RegExp(
"^[a-z0-9][a-z0-9-]{0,63}$","u"),tr=new RegExp("^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?\
$","u"),Ze=new RegExp("^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$","u"),xe=new RegExp(
"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$","u"),Ke=new RegExp("^https?://[!-~]+$","u"),sr=new RegExp(
"^(?!.*(^|/)(\\.|node_modules/))[A-Za-z0-9_@.-]+(/[A-Za-z0-9_@.-]+)*\\.(js|mjs|ts|mts)$","u"),ir={type:"object",additionalProperties:!1,required:["name","descri\
ption","inputSchema"],if:{not:{required:["contentBlocks"]}},then:{required:["outputSchema"]},else:{properties:{outputSchema:{type:"object",required:["type"],properties:{
type:{const:"object"}}}}},properties:{name:{type:"string",pattern:"^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$"},title:{type:"string",minLength:1,maxLength:256,pattern:"\
^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},description:{type:"string",minLength:1,maxLength:8192,pattern:"\
^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},inputSchema:{type:"object",required:["typ\
e"],properties:{type:{const:"object"}}},outputSchema:{type:"object"},contentBlocks:{const:!0},annotations:{$ref:"#/$defs/annotations"},export:{type:"string",maxLength:128,
pattern:"^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$"},limits:{$ref:"#/$defs/limits"},examples:{type:"array",maxItems:64,items:{$ref:"#/$defs/example"}}}};var nr=new RegExp("^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$","u"),ar=new RegExp("^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$","u");function re(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=re.evaluated;if(k.dynamicProps&&(k.props=
void 0),k.dynamicItems&&(k.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean"&&r!==null)return re.errors=[s],!1;if(e===0&&r&&typeof r==
"object"&&!Array.isArray(r)){let I=e;for(let j of Object.keys(r))if(!(j==="key"||j==="version"||j==="expiresAt"||j==="value"||j==="entries"||j==="next")){return re.
errors=[s],!1;break}if(I===e){if(r.key!==void 0&&y.call(r,"key")){let j=r.key,o=e;if(e===o)if(typeof j=="string"){if(X(j)>1024)return re.errors=[s],!1}else return re.
errors=[s],!1;var f=o===e}else var f=!0;if(f){if(r.version!==void 0&&y.call(r,"version")){let j=r.version,o=e;if(e===o)if(typeof j=="string"){if(X(j)>1024)return re.
errors=[s],!1}else return re.errors=[s],!1;var f=o===e}else var f=!0;if(f){if(r.expiresAt!==void 0&&y.call(r,"expiresAt")){let j=r.expiresAt,o=e;if(!(typeof j==
"number"&&!(j%1)&&!isNaN(j)&&isFinite(j)))return re.errors=[s],!1;if(e===o&&typeof j=="number"&&isFinite(j)&&(j<0||isNaN(j)))return re.errors=[s],!1;var f=o===e}else
var f=!0;if(f){if(r.value!==void 0&&y.call(r,"value")){let j=e;if(typeof r.value!="string")return re.errors=[s],!1;var f=j===e}else var f=!0;if(f){if(r.entries!==
void 0&&y.call(r,"entries")){let j=r.entries,o=e;if(e===o)if(Array.isArray(j)){if(j.length>1e3)return re.errors=[s],!1;{var h=!0;let D=j.length;for(let $=0;$<D;$++){
let d=j[$],n=e;if(e===e)if(d&&typeof d=="object"&&!Array.isArray(d)){let _;if((d.key===void 0||!y.call(d,"key"))&&(_="key")||(d.version===void 0||!y.call(d,"ver\
sion"))&&(_="version"))return re.errors=[s],!1;{let g=e;for(let a of Object.keys(d))if(!(a==="key"||a==="version"||a==="expiresAt")){return re.errors=[s],!1;break}
if(g===e){if(d.key!==void 0&&y.call(d,"key")){let a=d.key,v=e;if(e===v)if(typeof a=="string"){if(X(a)>1024)return re.errors=[s],!1}else return re.errors=[s],!1;
var c=v===e}else var c=!0;if(c){if(d.version!==void 0&&y.call(d,"version")){let a=d.version,v=e;if(e===v)if(typeof a=="string"){if(X(a)>1024)return re.errors=[s],
!1}else return re.errors=[s],!1;var c=v===e}else var c=!0;if(c)if(d.expiresAt!==void 0&&y.call(d,"expiresAt")){let a=d.expiresAt,v=e;if(!(typeof a=="number"&&!(a%
1)&&!isNaN(a)&&isFinite(a)))return re.errors=[s],!1;if(e===v&&typeof a=="number"&&isFinite(a)&&(a<0||isNaN(a)))return re.errors=[s],!1;var c=v===e}else var c=!0}}}}else
return re.errors=[s],!1;var h=n===e;if(!h)break}}}else return re.errors=[s],!1;var f=o===e}else var f=!0;if(f)if(r.next!==void 0&&y.call(r,"next")){let j=r.next,
o=e;if(e===o)if(typeof j=="string"){if(X(j)>1024)return re.errors=[s],!1}else return re.errors=[s],!1;var f=o===e}else var f=!0}}}}}}return re.errors=t,e===0}re.
evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var fr=new RegExp("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$","u"),lr=new RegExp("^[\\t -~]*$","u"),or=new RegExp(
"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$","u"),Ge=new RegExp("^(?!(CONNECT|TRACE|TRACK)$)[A-Z]{1,20}$","u"),ur=new RegExp("^[A-Z][A-Za-z]{0\
,63}$","u");function q(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=q.evaluated;k.dynamicProps&&
(k.props=void 0),k.dynamicItems&&(k.items=void 0);let f=e,h=!1,c=null,I=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let u;if((r.answer===void 0||!y.call(r,"a\
nswer"))&&(u="answer")){let m=s;t===null?t=[m]:t.push(m),e++}}var o=I===e;o&&(h=!0,c=0);let j=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let u;if((r.error===
void 0||!y.call(r,"error"))&&(u="error")){let m=s;t===null?t=[m]:t.push(m),e++}}var o=j===e;if(o&&h?(h=!1,c=[c,1]):o&&(h=!0,c=1),h){e=f,t!==null&&(f?t.length=f:
t=null);let u=e,m=!0,te=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let W;if((r.store===void 0||!y.call(r,"store"))&&(W="store")){let Y={};t===null?t=[Y]:t.push(
Y),e++}}var l=te===e;e=u,t!==null&&(u?t.length=u:t=null);let K;if(l){let W=e;if(r&&typeof r=="object"&&!Array.isArray(r)){if(r.fetch!==void 0&&y.call(r,"fetch")){
var D=!1;return q.errors=[s],!1}else var D=!0;if(D){if(r.method!==void 0&&y.call(r,"method")){var D=!1;return q.errors=[s],!1}else var D=!0;if(D)if(r.answer!==void 0&&
y.call(r,"answer")){let ee=e;re(r.answer,{instancePath:N+"/answer",parentData:r,parentDataProperty:"answer",rootData:P,dynamicAnchors:b})||(t=t===null?re.errors:
t.concat(re.errors),e=t.length);var D=ee===e}else var D=!0}}var l=W===e;if(m=l,m){var $={};$.fetch=!0,$.method=!0,$.answer=!0}K="then"}else{let W=e;if(r&&typeof r==
"object"&&!Array.isArray(r)){let ee;if((r.fetch===void 0||!y.call(r,"fetch"))&&(ee="fetch"))return q.errors=[s],!1;if(r.answer!==void 0&&y.call(r,"answer")){let w=r.
answer;if(e===e)if(w&&typeof w=="object"&&!Array.isArray(w)){let ae=e;for(let V of Object.keys(w))if(!(V==="status"||V==="headers"||V==="body"||V==="json"||V===
"base64")){return q.errors=[s],!1;break}if(ae===e){if(w.status!==void 0&&y.call(w,"status")){let V=w.status,B=e;if(!(typeof V=="number"&&!(V%1)&&!isNaN(V)&&isFinite(
V)))return q.errors=[s],!1;if(e===B&&typeof V=="number"&&isFinite(V)){if(V>599||isNaN(V))return q.errors=[s],!1;if(V<200||isNaN(V))return q.errors=[s],!1}var d=B===
e}else var d=!0;if(d){if(w.headers!==void 0&&y.call(w,"headers")){let V=w.headers,B=e;if(e===B)if(V&&typeof V=="object"&&!Array.isArray(V)){if(Object.keys(V).length>
64)return q.errors=[s],!1;for(let _e of Object.keys(V)){let $e=e;if(typeof _e=="string"&&!fr.test(_e)){let me=s;t===null?t=[me]:t.push(me),e++}var n=$e===e;if(!n){
let me=s;return t===null?t=[me]:t.push(me),e++,q.errors=t,!1;break}}if(n)for(let _e of Object.keys(V)){let $e=V[_e],me=e;if(e===me)if(typeof $e=="string"){if(X(
$e)>8192)return q.errors=[s],!1;if(!lr.test($e))return q.errors=[s],!1}else return q.errors=[s],!1;var p=me===e;if(!p)break}}else return q.errors=[s],!1;var d=B===
e}else var d=!0;if(d){if(w.body!==void 0&&y.call(w,"body")){let V=e;if(typeof w.body!="string")return q.errors=[s],!1;var d=V===e}else var d=!0;if(d){if(w.base64!==
void 0&&y.call(w,"base64")){let V=w.base64,B=e;if(e===B)if(typeof V=="string"){if(!or.test(V))return q.errors=[s],!1}else return q.errors=[s],!1;var d=B===e}else
var d=!0;if(d){if(w.body!==void 0&&y.call(w,"body")){let V=e;if(w&&typeof w=="object"&&!Array.isArray(w)){if(w.json!==void 0&&y.call(w,"json")){var A=!1;return q.
errors=[s],!1}else var A=!0;if(A)if(w.base64!==void 0&&y.call(w,"base64")){var A=!1;return q.errors=[s],!1}else var A=!0}var _=V===e}else var _=!0;if(_)if(w.json!==
void 0&&y.call(w,"json")){let V=e;if(w&&typeof w=="object"&&!Array.isArray(w)&&w.base64!==void 0&&y.call(w,"base64"))return q.errors=[s],!1;var _=V===e}else var _=!0}}}}}}else
return q.errors=[s],!1}}var l=W===e;m=l,m&&$!==!0&&($=$||{},$.answer=!0),K="else"}if(!m){let W=s;return t===null?t=[W]:t.push(W),e++,q.errors=t,!1}}else{let u=s;
return t===null?t=[u]:t.push(u),e++,q.errors=t,!1}if(e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let u=e;for(let m of Object.keys(r))if(!(m==="fetch"||m===
"method"||m==="store"||m==="answer"||m==="error")){return q.errors=[s],!1;break}if(u===e){if(r.fetch!==void 0&&y.call(r,"fetch")){let m=r.fetch,te=e;if(e===te)if(typeof m==
"string"){if(X(m)>8192)return q.errors=[s],!1;if(!Ke.test(m))return q.errors=[s],!1}else return q.errors=[s],!1;var g=te===e}else var g=!0;if(g){if(r.method!==void 0&&
y.call(r,"method")){let m=r.method,te=e;if(e===te)if(typeof m=="string"){if(!Ge.test(m))return q.errors=[s],!1}else return q.errors=[s],!1;var g=te===e}else var g=!0;
if(g){if(r.store!==void 0&&y.call(r,"store")){let m=r.store,te=e,K=e,W=e,Y=!0,ee=e;if(m&&typeof m=="object"&&!Array.isArray(m)&&m.op!==void 0&&y.call(m,"op")&&m.
op!=="list"){let ae={};t===null?t=[ae]:t.push(ae),e++}var a=ee===e;e=W,t!==null&&(W?t.length=W:t=null);let w;if(a){let ae=e;if(m&&typeof m=="object"&&!Array.isArray(
m)){if(m.key!==void 0&&y.call(m,"key")){var v=!1;return q.errors=[s],!1}else var v=!0;if(v){if(m.value!==void 0&&y.call(m,"value")){var v=!1;return q.errors=[s],
!1}else var v=!0;if(v){if(m.ttlMs!==void 0&&y.call(m,"ttlMs")){var v=!1;return q.errors=[s],!1}else var v=!0;if(v)if(m.ifVersion!==void 0&&y.call(m,"ifVersion")){
var v=!1;return q.errors=[s],!1}else var v=!0}}}var a=ae===e;if(Y=a,Y){var C={};C.key=!0,C.value=!0,C.ttlMs=!0,C.ifVersion=!0,C.op=!0}w="then"}else{let ae=e;if(m&&
typeof m=="object"&&!Array.isArray(m)){let B;if((m.key===void 0||!y.call(m,"key"))&&(B="key"))return q.errors=[s],!1;if(m.prefix!==void 0&&y.call(m,"prefix")){var J=!1;
return q.errors=[s],!1}else var J=!0;if(J){if(m.after!==void 0&&y.call(m,"after")){var J=!1;return q.errors=[s],!1}else var J=!0;if(J)if(m.limit!==void 0&&y.call(
m,"limit")){var J=!1;return q.errors=[s],!1}else var J=!0}}var a=ae===e;Y=a,Y&&C!==!0&&(C=C||{},C.prefix=!0,C.after=!0,C.limit=!0),w="else"}if(!Y){let ae=s;return t===
null?t=[ae]:t.push(ae),e++,q.errors=t,!1}if(e===K)if(m&&typeof m=="object"&&!Array.isArray(m)){let ae;if((m.op===void 0||!y.call(m,"op"))&&(ae="op"))return q.errors=
[s],!1;{let V=e;for(let B of Object.keys(m))if(!(B==="op"||B==="key"||B==="value"||B==="ttlMs"||B==="ifVersion"||B==="prefix"||B==="after"||B==="limit")){return q.
errors=[s],!1;break}if(V===e){if(m.op!==void 0&&y.call(m,"op")){let B=m.op,ie=e;if(!(B==="get"||B==="set"||B==="delete"||B==="list"))return q.errors=[s],!1;var L=ie===
e}else var L=!0;if(L){if(m.key!==void 0&&y.call(m,"key")){let B=m.key,ie=e;if(e===ie)if(typeof B=="string"){if(X(B)>1024)return q.errors=[s],!1}else return q.errors=
[s],!1;var L=ie===e}else var L=!0;if(L){if(m.value!==void 0&&y.call(m,"value")){let B=e;if(typeof m.value!="string")return q.errors=[s],!1;var L=B===e}else var L=!0;
if(L){if(m.ttlMs!==void 0&&y.call(m,"ttlMs")){let B=m.ttlMs,ie=e;if(!(typeof B=="number"&&!(B%1)&&!isNaN(B)&&isFinite(B)))return q.errors=[s],!1;if(e===ie&&typeof B==
"number"&&isFinite(B)&&(B<1||isNaN(B)))return q.errors=[s],!1;var L=ie===e}else var L=!0;if(L){if(m.ifVersion!==void 0&&y.call(m,"ifVersion")){let B=m.ifVersion,
ie=e;if(typeof B!="string"&&B!==null)return q.errors=[s],!1;if(e===ie&&typeof B=="string"&&X(B)>1024)return q.errors=[s],!1;var L=ie===e}else var L=!0;if(L){if(m.
prefix!==void 0&&y.call(m,"prefix")){let B=m.prefix,ie=e;if(e===ie)if(typeof B=="string"){if(X(B)>1024)return q.errors=[s],!1}else return q.errors=[s],!1;var L=ie===
e}else var L=!0;if(L){if(m.after!==void 0&&y.call(m,"after")){let B=m.after,ie=e;if(e===ie)if(typeof B=="string"){if(X(B)>1024)return q.errors=[s],!1}else return q.
errors=[s],!1;var L=ie===e}else var L=!0;if(L)if(m.limit!==void 0&&y.call(m,"limit")){let B=m.limit,ie=e;if(!(typeof B=="number"&&!(B%1)&&!isNaN(B)&&isFinite(B)))
return q.errors=[s],!1;if(e===ie&&typeof B=="number"&&isFinite(B)&&(B<1||isNaN(B)))return q.errors=[s],!1;var L=ie===e}else var L=!0}}}}}}}}}else return q.errors=
[s],!1;var g=te===e}else var g=!0;if(g)if(r.error!==void 0&&y.call(r,"error")){let m=r.error,te=e;if(e===e)if(m&&typeof m=="object"&&!Array.isArray(m)){let Y;if((m.
name===void 0||!y.call(m,"name"))&&(Y="name")||(m.message===void 0||!y.call(m,"message"))&&(Y="message"))return q.errors=[s],!1;{let ee=e;for(let w of Object.keys(
m))if(!(w==="name"||w==="message")){return q.errors=[s],!1;break}if(ee===e){if(m.name!==void 0&&y.call(m,"name")){let w=m.name,pe=e;if(e===pe)if(typeof w=="stri\
ng"){if(!ur.test(w))return q.errors=[s],!1}else return q.errors=[s],!1;var i=pe===e}else var i=!0;if(i)if(m.message!==void 0&&y.call(m,"message")){let w=m.message,
pe=e;if(e===pe)if(typeof w=="string"){if(X(w)>1024)return q.errors=[s],!1;if(!xe.test(w))return q.errors=[s],!1}else return q.errors=[s],!1;var i=pe===e}else var i=!0}}}else
return q.errors=[s],!1;var g=te===e}else var g=!0}}}}else return q.errors=[s],!1;return q.errors=t,e===0}q.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
function de(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=de.evaluated;if(k.dynamicProps&&(k.props=
void 0),k.dynamicItems&&(k.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let c;if((r.arguments===void 0||!y.call(r,"arguments"))&&(c="argumen\
ts")||(r.result===void 0||!y.call(r,"result"))&&(c="result"))return de.errors=[s],!1;{let I=e;for(let j of Object.keys(r))if(!(j==="description"||j==="arguments"||
j==="result"||j==="effects")){return de.errors=[s],!1;break}if(I===e){if(r.description!==void 0&&y.call(r,"description")){let j=r.description,o=e;if(e===o)if(typeof j==
"string"){if(X(j)>1024)return de.errors=[s],!1;if(X(j)<1)return de.errors=[s],!1;if(!Ze.test(j))return de.errors=[s],!1}else return de.errors=[s],!1;var f=o===e}else
var f=!0;if(f){if(r.arguments!==void 0&&y.call(r,"arguments")){let j=r.arguments,o=e;if(!(j&&typeof j=="object"&&!Array.isArray(j)))return de.errors=[s],!1;var f=o===
e}else var f=!0;if(f)if(r.effects!==void 0&&y.call(r,"effects")){let j=r.effects,o=e;if(e===o)if(Array.isArray(j)){if(j.length>64)return de.errors=[s],!1;{var h=!0;
let D=j.length;for(let $=0;$<D;$++){let d=e;q(j[$],{instancePath:N+"/effects/"+$,parentData:j,parentDataProperty:$,rootData:P,dynamicAnchors:b})||(t=t===null?q.
errors:t.concat(q.errors),e=t.length);var h=d===e;if(!h)break}}}else return de.errors=[s],!1;var f=o===e}else var f=!0}}}}else return de.errors=[s],!1;return de.
errors=t,e===0}de.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function S(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){
let t=null,e=0,k=S.evaluated;k.dynamicProps&&(k.props=void 0),k.dynamicItems&&(k.items=void 0);let f=e,h=!0,c=e,I=e,j=e;if(r&&typeof r=="object"&&!Array.isArray(
r)){let _;if((r.contentBlocks===void 0||!y.call(r,"contentBlocks"))&&(_="contentBlocks")){let g={};t===null?t=[g]:t.push(g),e++}}var o=j===e;if(o){let _={};t===
null?t=[_]:t.push(_),e++}else e=I,t!==null&&(I?t.length=I:t=null);var l=c===e;e=f,t!==null&&(f?t.length=f:t=null);let D;if(l){let _=e;if(r&&typeof r=="object"&&
!Array.isArray(r)){let a;if((r.outputSchema===void 0||!y.call(r,"outputSchema"))&&(a="outputSchema"))return S.errors=[s],!1}var l=_===e;h=l,D="then"}else{let _=e;
if(r&&typeof r=="object"&&!Array.isArray(r)&&r.outputSchema!==void 0&&y.call(r,"outputSchema")){let a=r.outputSchema;if(e===e)if(a&&typeof a=="object"&&!Array.isArray(
a)){let C;if((a.type===void 0||!y.call(a,"type"))&&(C="type"))return S.errors=[s],!1;if(a.type!==void 0&&y.call(a,"type")&&a.type!=="object")return S.errors=[s],
!1}else return S.errors=[s],!1}var l=_===e;if(h=l,h){var $={};$.outputSchema=!0}D="else"}if(!h){let _=s;return t===null?t=[_]:t.push(_),e++,S.errors=t,!1}if(e===
0)if(r&&typeof r=="object"&&!Array.isArray(r)){let _;if((r.name===void 0||!y.call(r,"name"))&&(_="name")||(r.description===void 0||!y.call(r,"description"))&&(_=
"description")||(r.inputSchema===void 0||!y.call(r,"inputSchema"))&&(_="inputSchema"))return S.errors=[s],!1;{let g=e;for(let a of Object.keys(r))if(!y.call(ir.
properties,a)){return S.errors=[s],!1;break}if(g===e){if(r.name!==void 0&&y.call(r,"name")){let a=r.name,v=e;if(e===v)if(typeof a=="string"){if(!nr.test(a))return S.
errors=[s],!1}else return S.errors=[s],!1;var d=v===e}else var d=!0;if(d){if(r.title!==void 0&&y.call(r,"title")){let a=r.title,v=e;if(e===v)if(typeof a=="strin\
g"){if(X(a)>256)return S.errors=[s],!1;if(X(a)<1)return S.errors=[s],!1;if(!xe.test(a))return S.errors=[s],!1}else return S.errors=[s],!1;var d=v===e}else var d=!0;
if(d){if(r.description!==void 0&&y.call(r,"description")){let a=r.description,v=e;if(e===v)if(typeof a=="string"){if(X(a)>8192)return S.errors=[s],!1;if(X(a)<1)
return S.errors=[s],!1;if(!Ze.test(a))return S.errors=[s],!1}else return S.errors=[s],!1;var d=v===e}else var d=!0;if(d){if(r.inputSchema!==void 0&&y.call(r,"in\
putSchema")){let a=r.inputSchema,v=e;if(e===v)if(a&&typeof a=="object"&&!Array.isArray(a)){let J;if((a.type===void 0||!y.call(a,"type"))&&(J="type"))return S.errors=
[s],!1;if(a.type!==void 0&&y.call(a,"type")&&a.type!=="object")return S.errors=[s],!1}else return S.errors=[s],!1;var d=v===e}else var d=!0;if(d){if(r.outputSchema!==
void 0&&y.call(r,"outputSchema")){let a=r.outputSchema,v=e;if(!(a&&typeof a=="object"&&!Array.isArray(a)))return S.errors=[s],!1;var d=v===e}else var d=!0;if(d){
if(r.contentBlocks!==void 0&&y.call(r,"contentBlocks")){let a=e;if(r.contentBlocks!==!0)return S.errors=[s],!1;var d=a===e}else var d=!0;if(d){if(r.annotations!==
void 0&&y.call(r,"annotations")){let a=r.annotations,v=e;if(e===e)if(a&&typeof a=="object"&&!Array.isArray(a)){let L=e;for(let i of Object.keys(a))if(!(i==="tit\
le"||i==="readOnlyHint"||i==="destructiveHint"||i==="idempotentHint"||i==="openWorldHint")){return S.errors=[s],!1;break}if(L===e){if(a.title!==void 0&&y.call(a,
"title")){let i=a.title,u=e;if(e===u)if(typeof i=="string"){if(X(i)>256)return S.errors=[s],!1;if(X(i)<1)return S.errors=[s],!1;if(!xe.test(i))return S.errors=[
s],!1}else return S.errors=[s],!1;var n=u===e}else var n=!0;if(n){if(a.readOnlyHint!==void 0&&y.call(a,"readOnlyHint")){let i=e;if(typeof a.readOnlyHint!="boole\
an")return S.errors=[s],!1;var n=i===e}else var n=!0;if(n){if(a.destructiveHint!==void 0&&y.call(a,"destructiveHint")){let i=e;if(typeof a.destructiveHint!="boo\
lean")return S.errors=[s],!1;var n=i===e}else var n=!0;if(n){if(a.idempotentHint!==void 0&&y.call(a,"idempotentHint")){let i=e;if(typeof a.idempotentHint!="bool\
ean")return S.errors=[s],!1;var n=i===e}else var n=!0;if(n)if(a.openWorldHint!==void 0&&y.call(a,"openWorldHint")){let i=e;if(typeof a.openWorldHint!="boolean")
return S.errors=[s],!1;var n=i===e}else var n=!0}}}}}else return S.errors=[s],!1;var d=v===e}else var d=!0;if(d){if(r.export!==void 0&&y.call(r,"export")){let a=r.
export,v=e;if(e===v)if(typeof a=="string"){if(X(a)>128)return S.errors=[s],!1;if(!ar.test(a))return S.errors=[s],!1}else return S.errors=[s],!1;var d=v===e}else
var d=!0;if(d){if(r.limits!==void 0&&y.call(r,"limits")){let a=r.limits,v=e;if(e===e)if(a&&typeof a=="object"&&!Array.isArray(a)){let L=e;for(let i of Object.keys(
a))if(!y.call(We.properties,i)){return S.errors=[s],!1;break}if(L===e){if(a.cpuMs!==void 0&&y.call(a,"cpuMs")){let i=a.cpuMs,u=e;if(!(typeof i=="number"&&!(i%1)&&
!isNaN(i)&&isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[s],!1;var p=u===e}else var p=!0;if(p){
if(a.wallMs!==void 0&&y.call(a,"wallMs")){let i=a.wallMs,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i==
"number"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(a.memoryMb!==void 0&&y.call(a,"memoryMb")){let i=a.memoryMb,u=e;
if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[s],!1;
var p=u===e}else var p=!0;if(p){if(a.argumentsBytes!==void 0&&y.call(a,"argumentsBytes")){let i=a.argumentsBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&
isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(a.resultBytes!==
void 0&&y.call(a,"resultBytes")){let i=a.resultBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i=="nu\
mber"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(a.resultDepth!==void 0&&y.call(a,"resultDepth")){let i=a.resultDepth,
u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[
s],!1;var p=u===e}else var p=!0;if(p){if(a.logBytes!==void 0&&y.call(a,"logBytes")){let i=a.logBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))
return S.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(a.logLines!==void 0&&
y.call(a,"logLines")){let i=a.logLines,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(
i)&&(i<1||isNaN(i)))return S.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(a.hostCalls!==void 0&&y.call(a,"hostCalls")){let i=a.hostCalls,u=e;if(!(typeof i==
"number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[s],!1;var p=u===e}else
var p=!0;if(p){if(a.fetchCalls!==void 0&&y.call(a,"fetchCalls")){let i=a.fetchCalls,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return S.errors=
[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(a.fetchConcurrency!==void 0&&y.call(
a,"fetchConcurrency")){let i=a.fetchConcurrency,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i=="number"&&
isFinite(i)&&(i<1||isNaN(i)))return S.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(a.fetchRequestBytes!==void 0&&y.call(a,"fetchRequestBytes")){let i=a.fetchRequestBytes,
u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[
s],!1;var p=u===e}else var p=!0;if(p){if(a.fetchResponseBytes!==void 0&&y.call(a,"fetchResponseBytes")){let i=a.fetchResponseBytes,u=e;if(!(typeof i=="number"&&
!(i%1)&&!isNaN(i)&&isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[s],!1;var p=u===e}else var p=!0;
if(p){if(a.fetchMs!==void 0&&y.call(a,"fetchMs")){let i=a.fetchMs,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return S.errors=[s],!1;if(e===u&&
typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(a.storeBytes!==void 0&&y.call(a,"storeBytes")){let i=a.
storeBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return S.
errors=[s],!1;var p=u===e}else var p=!0;if(p){if(a.storeKeys!==void 0&&y.call(a,"storeKeys")){let i=a.storeKeys,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&
isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[s],!1;var p=u===e}else var p=!0;if(p)if(a.storeValueBytes!==
void 0&&y.call(a,"storeValueBytes")){let i=a.storeValueBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return S.errors=[s],!1;if(e===u&&typeof i==
"number"&&isFinite(i)&&(i<1||isNaN(i)))return S.errors=[s],!1;var p=u===e}else var p=!0}}}}}}}}}}}}}}}}}else return S.errors=[s],!1;var d=v===e}else var d=!0;if(d)
if(r.examples!==void 0&&y.call(r,"examples")){let a=r.examples,v=e;if(e===v)if(Array.isArray(a)){if(a.length>64)return S.errors=[s],!1;{var A=!0;let J=a.length;
for(let L=0;L<J;L++){let i=e;de(a[L],{instancePath:N+"/examples/"+L,parentData:a,parentDataProperty:L,rootData:P,dynamicAnchors:b})||(t=t===null?de.errors:t.concat(
de.errors),e=t.length);var A=i===e;if(!A)break}}}else return S.errors=[s],!1;var d=v===e}else var d=!0}}}}}}}}}}}else return S.errors=[s],!1;return S.errors=t,e===
0}S.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var cr=new RegExp("^/[!-~]*$","u"),pr=new RegExp("^[A-Z][A-Z0-9_]{0,63}$","u"),dr=new RegExp("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$","u");function z(r,{instancePath:N="",
parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=z.evaluated;if(k.dynamicProps&&(k.props=void 0),k.dynamicItems&&(k.items=
void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let d=e;for(let n of Object.keys(r))if(!(n==="fetch"||n==="store"||n==="secrets")){return z.errors=[s],
!1;break}if(d===e){if(r.fetch!==void 0&&y.call(r,"fetch")){let n=r.fetch,p=e;if(e===p)if(Array.isArray(n)){if(n.length>64)return z.errors=[s],!1;{var f=!0;let A=n.
length;for(let _=0;_<A;_++){let g=n[_],a=e;if(e===e)if(g&&typeof g=="object"&&!Array.isArray(g)){let J;if((g.origin===void 0||!y.call(g,"origin"))&&(J="origin"))
return z.errors=[s],!1;{let L=e;for(let i of Object.keys(g))if(!(i==="origin"||i==="methods"||i==="path"||i==="optional")){return z.errors=[s],!1;break}if(L===e){
if(g.origin!==void 0&&y.call(g,"origin")){let i=g.origin,u=e;if(e===u)if(typeof i=="string"){if(X(i)>300)return z.errors=[s],!1}else return z.errors=[s],!1;var h=u===
e}else var h=!0;if(h){if(g.methods!==void 0&&y.call(g,"methods")){let i=g.methods,u=e;if(e===u)if(Array.isArray(i)){if(i.length>16)return z.errors=[s],!1;if(i.length<
1)return z.errors=[s],!1;{var c=!0;let te=i.length;for(let K=0;K<te;K++){let W=i[K],Y=e;if(e===Y)if(typeof W=="string"){if(!Ge.test(W))return z.errors=[s],!1}else
return z.errors=[s],!1;var c=Y===e;if(!c)break}if(c){let K=i.length,W;if(K>1){let Y={};for(;K--;){let ee=i[K];if(typeof ee=="string"){if(typeof Y[ee]=="number"){
return W=Y[ee],z.errors=[s],!1;break}Y[ee]=K}}}}}}else return z.errors=[s],!1;var h=u===e}else var h=!0;if(h){if(g.path!==void 0&&y.call(g,"path")){let i=g.path,
u=e;if(e===u)if(typeof i=="string"){if(X(i)>1024)return z.errors=[s],!1;if(!cr.test(i))return z.errors=[s],!1}else return z.errors=[s],!1;var h=u===e}else var h=!0;
if(h)if(g.optional!==void 0&&y.call(g,"optional")){let i=e;if(typeof g.optional!="boolean")return z.errors=[s],!1;var h=i===e}else var h=!0}}}}}else return z.errors=
[s],!1;var f=a===e;if(!f)break}}}else return z.errors=[s],!1;var I=p===e}else var I=!0;if(I){if(r.store!==void 0&&y.call(r,"store")){let n=r.store,p=e;if(e===e)
if(n&&typeof n=="object"&&!Array.isArray(n)){let g=e;for(let a of Object.keys(n))if(!(a==="scope"||a==="optional")){return z.errors=[s],!1;break}if(g===e){if(n.
scope!==void 0&&y.call(n,"scope")){let a=n.scope,v=e;if(!(a==="plugin"||a==="caller"))return z.errors=[s],!1;var j=v===e}else var j=!0;if(j)if(n.optional!==void 0&&
y.call(n,"optional")){let a=e;if(typeof n.optional!="boolean")return z.errors=[s],!1;var j=a===e}else var j=!0}}else return z.errors=[s],!1;var I=p===e}else var I=!0;
if(I)if(r.secrets!==void 0&&y.call(r,"secrets")){let n=r.secrets,p=e;if(e===p)if(Array.isArray(n)){if(n.length>32)return z.errors=[s],!1;{var o=!0;let _=n.length;
for(let g=0;g<_;g++){let a=n[g],v=e;if(e===e)if(a&&typeof a=="object"&&!Array.isArray(a)){let L;if((a.name===void 0||!y.call(a,"name"))&&(L="name")||(a.origin===
void 0||!y.call(a,"origin"))&&(L="origin"))return z.errors=[s],!1;{let i=e;for(let u of Object.keys(a))if(!(u==="name"||u==="origin"||u==="headers"||u==="parame\
ters"||u==="description"||u==="optional")){return z.errors=[s],!1;break}if(i===e){if(a.name!==void 0&&y.call(a,"name")){let u=a.name,m=e;if(e===m)if(typeof u=="\
string"){if(!pr.test(u))return z.errors=[s],!1}else return z.errors=[s],!1;var l=m===e}else var l=!0;if(l){if(a.origin!==void 0&&y.call(a,"origin")){let u=a.origin,
m=e;if(e===m)if(typeof u=="string"){if(X(u)>300)return z.errors=[s],!1}else return z.errors=[s],!1;var l=m===e}else var l=!0;if(l){if(a.headers!==void 0&&y.call(
a,"headers")){let u=a.headers,m=e;if(e===m)if(Array.isArray(u)){if(u.length>8)return z.errors=[s],!1;if(u.length<1)return z.errors=[s],!1;{var D=!0;let K=u.length;
for(let W=0;W<K;W++){let Y=u[W],ee=e;if(e===ee)if(typeof Y=="string"){if(!dr.test(Y))return z.errors=[s],!1}else return z.errors=[s],!1;var D=ee===e;if(!D)break}}}else
return z.errors=[s],!1;var l=m===e}else var l=!0;if(l){if(a.parameters!==void 0&&y.call(a,"parameters")){let u=a.parameters,m=e;if(e===m)if(Array.isArray(u)){if(u.
length>8)return z.errors=[s],!1;if(u.length<1)return z.errors=[s],!1;{var $=!0;let K=u.length;for(let W=0;W<K;W++){let Y=u[W],ee=e;if(e===ee)if(typeof Y=="strin\
g"){if(X(Y)>100)return z.errors=[s],!1;if(X(Y)<1)return z.errors=[s],!1}else return z.errors=[s],!1;var $=ee===e;if(!$)break}}}else return z.errors=[s],!1;var l=m===
e}else var l=!0;if(l){if(a.description!==void 0&&y.call(a,"description")){let u=a.description,m=e;if(e===m)if(typeof u=="string"){if(X(u)>1024)return z.errors=[
s],!1;if(X(u)<1)return z.errors=[s],!1;if(!xe.test(u))return z.errors=[s],!1}else return z.errors=[s],!1;var l=m===e}else var l=!0;if(l)if(a.optional!==void 0&&
y.call(a,"optional")){let u=e;if(typeof a.optional!="boolean")return z.errors=[s],!1;var l=u===e}else var l=!0}}}}}}}else return z.errors=[s],!1;var o=v===e;if(!o)
break}}}else return z.errors=[s],!1;var I=p===e}else var I=!0}}}else return z.errors=[s],!1;return z.errors=t,e===0}z.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
function R(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=R.evaluated;if(k.dynamicProps&&(k.props=
void 0),k.dynamicItems&&(k.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let I;if((r.name===void 0||!y.call(r,"name"))&&(I="name")||(r.tools===
void 0||!y.call(r,"tools"))&&(I="tools"))return R.errors=[s],!1;{let j=e;for(let o of Object.keys(r))if(!y.call(er.properties,o)){return R.errors=[s],!1;break}if(j===
e){if(r.$schema!==void 0&&y.call(r,"$schema")){let o=r.$schema,l=e;if(e===l)if(typeof o=="string"){if(X(o)>2048)return R.errors=[s],!1}else return R.errors=[s],
!1;var f=l===e}else var f=!0;if(f){if(r.name!==void 0&&y.call(r,"name")){let o=r.name,l=e;if(e===l)if(typeof o=="string"){if(!rr.test(o))return R.errors=[s],!1}else
return R.errors=[s],!1;var f=l===e}else var f=!0;if(f){if(r.version!==void 0&&y.call(r,"version")){let o=r.version,l=e;if(e===l)if(typeof o=="string"){if(X(o)>128)
return R.errors=[s],!1;if(!tr.test(o))return R.errors=[s],!1}else return R.errors=[s],!1;var f=l===e}else var f=!0;if(f){if(r.description!==void 0&&y.call(r,"de\
scription")){let o=r.description,l=e;if(e===l)if(typeof o=="string"){if(X(o)>8192)return R.errors=[s],!1;if(X(o)<1)return R.errors=[s],!1;if(!Ze.test(o))return R.
errors=[s],!1}else return R.errors=[s],!1;var f=l===e}else var f=!0;if(f){if(r.author!==void 0&&y.call(r,"author")){let o=r.author,l=e;if(e===l)if(typeof o=="st\
ring"){if(X(o)>256)return R.errors=[s],!1;if(X(o)<1)return R.errors=[s],!1;if(!xe.test(o))return R.errors=[s],!1}else return R.errors=[s],!1;var f=l===e}else var f=!0;
if(f){if(r.license!==void 0&&y.call(r,"license")){let o=r.license,l=e;if(e===l)if(typeof o=="string"){if(X(o)>128)return R.errors=[s],!1;if(X(o)<1)return R.errors=
[s],!1;if(!xe.test(o))return R.errors=[s],!1}else return R.errors=[s],!1;var f=l===e}else var f=!0;if(f){if(r.homepage!==void 0&&y.call(r,"homepage")){let o=r.homepage,
l=e;if(e===l)if(typeof o=="string"){if(X(o)>2048)return R.errors=[s],!1;if(!Ke.test(o))return R.errors=[s],!1}else return R.errors=[s],!1;var f=l===e}else var f=!0;
if(f){if(r.entry!==void 0&&y.call(r,"entry")){let o=r.entry,l=e;if(e===l)if(typeof o=="string"){if(X(o)>256)return R.errors=[s],!1;if(!sr.test(o))return R.errors=
[s],!1}else return R.errors=[s],!1;var f=l===e}else var f=!0;if(f){if(r.tools!==void 0&&y.call(r,"tools")){let o=r.tools,l=e;if(e===l)if(Array.isArray(o)){if(o.
length>128)return R.errors=[s],!1;if(o.length<1)return R.errors=[s],!1;{var h=!0;let $=o.length;for(let d=0;d<$;d++){let n=e;S(o[d],{instancePath:N+"/tools/"+d,
parentData:o,parentDataProperty:d,rootData:P,dynamicAnchors:b})||(t=t===null?S.errors:t.concat(S.errors),e=t.length);var h=n===e;if(!h)break}}}else return R.errors=
[s],!1;var f=l===e}else var f=!0;if(f){if(r.limits!==void 0&&y.call(r,"limits")){let o=r.limits,l=e;if(e===e)if(o&&typeof o=="object"&&!Array.isArray(o)){let d=e;
for(let n of Object.keys(o))if(!y.call(We.properties,n)){return R.errors=[s],!1;break}if(d===e){if(o.cpuMs!==void 0&&y.call(o,"cpuMs")){let n=o.cpuMs,p=e;if(!(typeof n==
"number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===p&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.errors=[s],!1;var c=p===e}else
var c=!0;if(c){if(o.wallMs!==void 0&&y.call(o,"wallMs")){let n=o.wallMs,p=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===
p&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.errors=[s],!1;var c=p===e}else var c=!0;if(c){if(o.memoryMb!==void 0&&y.call(o,"memoryMb")){let n=o.
memoryMb,p=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===p&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.
errors=[s],!1;var c=p===e}else var c=!0;if(c){if(o.argumentsBytes!==void 0&&y.call(o,"argumentsBytes")){let n=o.argumentsBytes,p=e;if(!(typeof n=="number"&&!(n%
1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===p&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.errors=[s],!1;var c=p===e}else var c=!0;if(c){
if(o.resultBytes!==void 0&&y.call(o,"resultBytes")){let n=o.resultBytes,p=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===
p&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.errors=[s],!1;var c=p===e}else var c=!0;if(c){if(o.resultDepth!==void 0&&y.call(o,"resultDepth")){let n=o.
resultDepth,p=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===p&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.
errors=[s],!1;var c=p===e}else var c=!0;if(c){if(o.logBytes!==void 0&&y.call(o,"logBytes")){let n=o.logBytes,p=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(
n)))return R.errors=[s],!1;if(e===p&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.errors=[s],!1;var c=p===e}else var c=!0;if(c){if(o.logLines!==void 0&&
y.call(o,"logLines")){let n=o.logLines,p=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===p&&typeof n=="number"&&isFinite(
n)&&(n<1||isNaN(n)))return R.errors=[s],!1;var c=p===e}else var c=!0;if(c){if(o.hostCalls!==void 0&&y.call(o,"hostCalls")){let n=o.hostCalls,p=e;if(!(typeof n==
"number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===p&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.errors=[s],!1;var c=p===e}else
var c=!0;if(c){if(o.fetchCalls!==void 0&&y.call(o,"fetchCalls")){let n=o.fetchCalls,p=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=
[s],!1;if(e===p&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.errors=[s],!1;var c=p===e}else var c=!0;if(c){if(o.fetchConcurrency!==void 0&&y.call(
o,"fetchConcurrency")){let n=o.fetchConcurrency,p=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===p&&typeof n=="number"&&
isFinite(n)&&(n<1||isNaN(n)))return R.errors=[s],!1;var c=p===e}else var c=!0;if(c){if(o.fetchRequestBytes!==void 0&&y.call(o,"fetchRequestBytes")){let n=o.fetchRequestBytes,
p=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===p&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.errors=[
s],!1;var c=p===e}else var c=!0;if(c){if(o.fetchResponseBytes!==void 0&&y.call(o,"fetchResponseBytes")){let n=o.fetchResponseBytes,p=e;if(!(typeof n=="number"&&
!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===p&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.errors=[s],!1;var c=p===e}else var c=!0;
if(c){if(o.fetchMs!==void 0&&y.call(o,"fetchMs")){let n=o.fetchMs,p=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===p&&
typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.errors=[s],!1;var c=p===e}else var c=!0;if(c){if(o.storeBytes!==void 0&&y.call(o,"storeBytes")){let n=o.
storeBytes,p=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===p&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.
errors=[s],!1;var c=p===e}else var c=!0;if(c){if(o.storeKeys!==void 0&&y.call(o,"storeKeys")){let n=o.storeKeys,p=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&
isFinite(n)))return R.errors=[s],!1;if(e===p&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return R.errors=[s],!1;var c=p===e}else var c=!0;if(c)if(o.storeValueBytes!==
void 0&&y.call(o,"storeValueBytes")){let n=o.storeValueBytes,p=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return R.errors=[s],!1;if(e===p&&typeof n==
"number"&&isFinite(n)&&(n<1||isNaN(n)))return R.errors=[s],!1;var c=p===e}else var c=!0}}}}}}}}}}}}}}}}}else return R.errors=[s],!1;var f=l===e}else var f=!0;if(f){
if(r.freshState!==void 0&&y.call(r,"freshState")){let o=e;if(r.freshState!=="isolate")return R.errors=[s],!1;var f=o===e}else var f=!0;if(f)if(r.capabilities!==
void 0&&y.call(r,"capabilities")){let o=e;z(r.capabilities,{instancePath:N+"/capabilities",parentData:r,parentDataProperty:"capabilities",rootData:P,dynamicAnchors:b})||
(t=t===null?z.errors:t.concat(z.errors),e=t.length);var f=o===e}else var f=!0}}}}}}}}}}}}}else return R.errors=[s],!1;return R.errors=t,e===0}R.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};var x={},yr=be;var E=Object.prototype.hasOwnProperty,vr=new RegExp("^[a-z0-9][a-z0-9-]{0,63}$","u"),mr={type:"object",properties:{version:{$ref:"#/$defs/version"},digest:{$ref:"\
#/$defs/digest"},key:{type:"string",maxLength:128},tools:{type:"object",additionalProperties:{$ref:"#/$defs/tool"}},dropped:{type:"object",additionalProperties:{
$ref:"#/$defs/tool"}},limits:{$ref:"#/$defs/limits"},toolLimits:{type:"object",additionalProperties:{$ref:"#/$defs/limits"}},freshState:{const:"isolate"},capabilities:{
$ref:"#/$defs/capabilities"},accepted:{type:"array",items:{$ref:"#/$defs/digest"},maxItems:64},versions:{type:"array",items:{$ref:"#/$defs/served"},maxItems:1e3},
pinned:{$ref:"#/$defs/version"}},required:["version","digest","tools","limits","toolLimits","capabilities","accepted"],additionalProperties:!1};var he=Me().default,ze=new RegExp("^sha256-[0-9a-f]{64}$","u");function G(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=G.evaluated;if(k.dynamicProps&&(k.props=
void 0),k.dynamicItems&&(k.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let $=e;for(let d of Object.keys(r))if(!(d==="fetch"||d==="store"||d===
"secrets")){return G.errors=[x],!1;break}if($===e){if(r.fetch!==void 0&&E.call(r,"fetch")){let d=r.fetch,n=e;if(e===n)if(Array.isArray(d)){if(d.length>64)return G.
errors=[x],!1;{var f=!0;let p=d.length;for(let A=0;A<p;A++){let _=d[A],g=e;if(e===e)if(_&&typeof _=="object"&&!Array.isArray(_)){let C;if((_.origin===void 0||!E.
call(_,"origin"))&&(C="origin")||(_.methods===void 0||!E.call(_,"methods"))&&(C="methods")||(_.path===void 0||!E.call(_,"path"))&&(C="path"))return G.errors=[x],
!1;{let J=e;for(let L of Object.keys(_))if(!(L==="origin"||L==="methods"||L==="path")){return G.errors=[x],!1;break}if(J===e){if(_.origin!==void 0&&E.call(_,"or\
igin")){let L=_.origin,i=e;if(e===i)if(typeof L=="string"){if(he(L)>300)return G.errors=[x],!1}else return G.errors=[x],!1;var h=i===e}else var h=!0;if(h){if(_.
methods!==void 0&&E.call(_,"methods")){let L=_.methods,i=e;if(e===i)if(Array.isArray(L)){if(L.length>16)return G.errors=[x],!1;{var c=!0;let m=L.length;for(let te=0;te<
m;te++){let K=L[te],W=e;if(e===W)if(typeof K=="string"){if(he(K)>20)return G.errors=[x],!1}else return G.errors=[x],!1;var c=W===e;if(!c)break}}}else return G.errors=
[x],!1;var h=i===e}else var h=!0;if(h)if(_.path!==void 0&&E.call(_,"path")){let L=_.path,i=e;if(e===i)if(typeof L=="string"){if(he(L)>1024)return G.errors=[x],!1}else
return G.errors=[x],!1;var h=i===e}else var h=!0}}}}else return G.errors=[x],!1;var f=g===e;if(!f)break}}}else return G.errors=[x],!1;var I=n===e}else var I=!0;
if(I){if(r.store!==void 0&&E.call(r,"store")){let d=r.store,n=e;if(e===n)if(d&&typeof d=="object"&&!Array.isArray(d)){let A;if((d.scope===void 0||!E.call(d,"sco\
pe"))&&(A="scope"))return G.errors=[x],!1;{let _=e;for(let g of Object.keys(d))if(g!=="scope"){return G.errors=[x],!1;break}if(_===e&&d.scope!==void 0&&E.call(d,
"scope")){let g=d.scope;if(!(g==="plugin"||g==="caller"))return G.errors=[x],!1}}}else return G.errors=[x],!1;var I=n===e}else var I=!0;if(I)if(r.secrets!==void 0&&
E.call(r,"secrets")){let d=r.secrets,n=e;if(e===n)if(Array.isArray(d)){if(d.length>32)return G.errors=[x],!1;{var j=!0;let A=d.length;for(let _=0;_<A;_++){let g=d[_],
a=e;if(e===e)if(g&&typeof g=="object"&&!Array.isArray(g)){let J;if((g.name===void 0||!E.call(g,"name"))&&(J="name")||(g.origin===void 0||!E.call(g,"origin"))&&(J=
"origin"))return G.errors=[x],!1;{let L=e;for(let i of Object.keys(g))if(!(i==="name"||i==="origin"||i==="headers"||i==="parameters")){return G.errors=[x],!1;break}
if(L===e){if(g.name!==void 0&&E.call(g,"name")){let i=g.name,u=e;if(e===u)if(typeof i=="string"){if(he(i)>64)return G.errors=[x],!1}else return G.errors=[x],!1;
var o=u===e}else var o=!0;if(o){if(g.origin!==void 0&&E.call(g,"origin")){let i=g.origin,u=e;if(e===u)if(typeof i=="string"){if(he(i)>300)return G.errors=[x],!1}else
return G.errors=[x],!1;var o=u===e}else var o=!0;if(o){if(g.headers!==void 0&&E.call(g,"headers")){let i=g.headers,u=e;if(e===u)if(Array.isArray(i)){if(i.length>
8)return G.errors=[x],!1;{var l=!0;let te=i.length;for(let K=0;K<te;K++){let W=i[K],Y=e;if(e===Y)if(typeof W=="string"){if(he(W)>100)return G.errors=[x],!1}else
return G.errors=[x],!1;var l=Y===e;if(!l)break}}}else return G.errors=[x],!1;var o=u===e}else var o=!0;if(o)if(g.parameters!==void 0&&E.call(g,"parameters")){let i=g.
parameters,u=e;if(e===u)if(Array.isArray(i)){if(i.length>8)return G.errors=[x],!1;{var D=!0;let te=i.length;for(let K=0;K<te;K++){let W=i[K],Y=e;if(e===Y)if(typeof W==
"string"){if(he(W)>100)return G.errors=[x],!1}else return G.errors=[x],!1;var D=Y===e;if(!D)break}}}else return G.errors=[x],!1;var o=u===e}else var o=!0}}}}}else
return G.errors=[x],!1;var j=a===e;if(!j)break}}}else return G.errors=[x],!1;var I=n===e}else var I=!0}}}else return G.errors=[x],!1;return G.errors=t,e===0}G.evaluated=
{props:!0,dynamicProps:!1,dynamicItems:!1};function ge(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=ge.evaluated;if(k.dynamicProps&&(k.props=
void 0),k.dynamicItems&&(k.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let h;if((r.version===void 0||!E.call(r,"version"))&&(h="version")||
(r.digest===void 0||!E.call(r,"digest"))&&(h="digest"))return ge.errors=[x],!1;{let c=e;for(let I of Object.keys(r))if(!(I==="version"||I==="digest")){return ge.
errors=[x],!1;break}if(c===e){if(r.version!==void 0&&E.call(r,"version")){let I=r.version,j=e;if(e===e)if(typeof I=="string"){if(he(I)>128)return ge.errors=[x],
!1}else return ge.errors=[x],!1;var f=j===e}else var f=!0;if(f)if(r.digest!==void 0&&E.call(r,"digest")){let I=r.digest,j=e;if(e===e)if(typeof I=="string"){if(!ze.
test(I))return ge.errors=[x],!1}else return ge.errors=[x],!1;var f=j===e}else var f=!0}}}else return ge.errors=[x],!1;return ge.errors=t,e===0}ge.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function T(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=T.evaluated;
if(k.dynamicProps&&(k.props=void 0),k.dynamicItems&&(k.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let n;if((r.version===void 0||!E.call(r,
"version"))&&(n="version")||(r.digest===void 0||!E.call(r,"digest"))&&(n="digest")||(r.tools===void 0||!E.call(r,"tools"))&&(n="tools")||(r.limits===void 0||!E.
call(r,"limits"))&&(n="limits")||(r.toolLimits===void 0||!E.call(r,"toolLimits"))&&(n="toolLimits")||(r.capabilities===void 0||!E.call(r,"capabilities"))&&(n="c\
apabilities")||(r.accepted===void 0||!E.call(r,"accepted"))&&(n="accepted"))return T.errors=[x],!1;{let p=e;for(let A of Object.keys(r))if(!E.call(mr.properties,
A)){return T.errors=[x],!1;break}if(p===e){if(r.version!==void 0&&E.call(r,"version")){let A=r.version,_=e;if(e===e)if(typeof A=="string"){if(he(A)>128)return T.
errors=[x],!1}else return T.errors=[x],!1;var f=_===e}else var f=!0;if(f){if(r.digest!==void 0&&E.call(r,"digest")){let A=r.digest,_=e;if(e===e)if(typeof A=="st\
ring"){if(!ze.test(A))return T.errors=[x],!1}else return T.errors=[x],!1;var f=_===e}else var f=!0;if(f){if(r.key!==void 0&&E.call(r,"key")){let A=r.key,_=e;if(e===
_)if(typeof A=="string"){if(he(A)>128)return T.errors=[x],!1}else return T.errors=[x],!1;var f=_===e}else var f=!0;if(f){if(r.tools!==void 0&&E.call(r,"tools")){
let A=r.tools,_=e;if(e===_)if(A&&typeof A=="object"&&!Array.isArray(A))for(let a of Object.keys(A)){let v=A[a],C=e;if(e===e)if(v&&typeof v=="object"&&!Array.isArray(
v)){let L;if((v.description===void 0||!E.call(v,"description"))&&(L="description")||(v.inputSchema===void 0||!E.call(v,"inputSchema"))&&(L="inputSchema"))return T.
errors=[x],!1;{let i=e;for(let u of Object.keys(v))if(!(u==="title"||u==="description"||u==="inputSchema"||u==="outputSchema"||u==="contentBlocks"||u==="annotat\
ions")){return T.errors=[x],!1;break}if(i===e){if(v.title!==void 0&&E.call(v,"title")){let u=e;if(typeof v.title!="string")return T.errors=[x],!1;var h=u===e}else
var h=!0;if(h){if(v.description!==void 0&&E.call(v,"description")){let u=e;if(typeof v.description!="string")return T.errors=[x],!1;var h=u===e}else var h=!0;if(h){
if(v.inputSchema!==void 0&&E.call(v,"inputSchema")){let u=v.inputSchema,m=e;if(!(u&&typeof u=="object"&&!Array.isArray(u)))return T.errors=[x],!1;var h=m===e}else
var h=!0;if(h){if(v.outputSchema!==void 0&&E.call(v,"outputSchema")){let u=v.outputSchema,m=e;if(!(u&&typeof u=="object"&&!Array.isArray(u)))return T.errors=[x],
!1;var h=m===e}else var h=!0;if(h){if(v.contentBlocks!==void 0&&E.call(v,"contentBlocks")){let u=e;if(v.contentBlocks!==!0)return T.errors=[x],!1;var h=u===e}else
var h=!0;if(h)if(v.annotations!==void 0&&E.call(v,"annotations")){let u=v.annotations,m=e;if(!(u&&typeof u=="object"&&!Array.isArray(u)))return T.errors=[x],!1;
var h=m===e}else var h=!0}}}}}}}else return T.errors=[x],!1;var c=C===e;if(!c)break}else return T.errors=[x],!1;var f=_===e}else var f=!0;if(f){if(r.dropped!==void 0&&
E.call(r,"dropped")){let A=r.dropped,_=e;if(e===_)if(A&&typeof A=="object"&&!Array.isArray(A))for(let a of Object.keys(A)){let v=A[a],C=e;if(e===e)if(v&&typeof v==
"object"&&!Array.isArray(v)){let L;if((v.description===void 0||!E.call(v,"description"))&&(L="description")||(v.inputSchema===void 0||!E.call(v,"inputSchema"))&&
(L="inputSchema"))return T.errors=[x],!1;{let i=e;for(let u of Object.keys(v))if(!(u==="title"||u==="description"||u==="inputSchema"||u==="outputSchema"||u==="c\
ontentBlocks"||u==="annotations")){return T.errors=[x],!1;break}if(i===e){if(v.title!==void 0&&E.call(v,"title")){let u=e;if(typeof v.title!="string")return T.errors=
[x],!1;var I=u===e}else var I=!0;if(I){if(v.description!==void 0&&E.call(v,"description")){let u=e;if(typeof v.description!="string")return T.errors=[x],!1;var I=u===
e}else var I=!0;if(I){if(v.inputSchema!==void 0&&E.call(v,"inputSchema")){let u=v.inputSchema,m=e;if(!(u&&typeof u=="object"&&!Array.isArray(u)))return T.errors=
[x],!1;var I=m===e}else var I=!0;if(I){if(v.outputSchema!==void 0&&E.call(v,"outputSchema")){let u=v.outputSchema,m=e;if(!(u&&typeof u=="object"&&!Array.isArray(
u)))return T.errors=[x],!1;var I=m===e}else var I=!0;if(I){if(v.contentBlocks!==void 0&&E.call(v,"contentBlocks")){let u=e;if(v.contentBlocks!==!0)return T.errors=
[x],!1;var I=u===e}else var I=!0;if(I)if(v.annotations!==void 0&&E.call(v,"annotations")){let u=v.annotations,m=e;if(!(u&&typeof u=="object"&&!Array.isArray(u)))
return T.errors=[x],!1;var I=m===e}else var I=!0}}}}}}}else return T.errors=[x],!1;var j=C===e;if(!j)break}else return T.errors=[x],!1;var f=_===e}else var f=!0;
if(f){if(r.limits!==void 0&&E.call(r,"limits")){let A=r.limits,_=e;if(e===e)if(A&&typeof A=="object"&&!Array.isArray(A))for(let v of Object.keys(A)){let C=A[v],
J=e;if(!(typeof C=="number"&&!(C%1)&&!isNaN(C)&&isFinite(C)))return T.errors=[x],!1;if(e===J&&typeof C=="number"&&isFinite(C)&&(C<1||isNaN(C)))return T.errors=[
x],!1;var o=J===e;if(!o)break}else return T.errors=[x],!1;var f=_===e}else var f=!0;if(f){if(r.toolLimits!==void 0&&E.call(r,"toolLimits")){let A=r.toolLimits,_=e;
if(e===_)if(A&&typeof A=="object"&&!Array.isArray(A))for(let a of Object.keys(A)){let v=A[a],C=e;if(e===e)if(v&&typeof v=="object"&&!Array.isArray(v))for(let L of Object.
keys(v)){let i=v[L],u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return T.errors=[x],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))
return T.errors=[x],!1;var l=u===e;if(!l)break}else return T.errors=[x],!1;var D=C===e;if(!D)break}else return T.errors=[x],!1;var f=_===e}else var f=!0;if(f){if(r.
freshState!==void 0&&E.call(r,"freshState")){let A=e;if(r.freshState!=="isolate")return T.errors=[x],!1;var f=A===e}else var f=!0;if(f){if(r.capabilities!==void 0&&
E.call(r,"capabilities")){let A=e;G(r.capabilities,{instancePath:N+"/capabilities",parentData:r,parentDataProperty:"capabilities",rootData:P,dynamicAnchors:b})||
(t=t===null?G.errors:t.concat(G.errors),e=t.length);var f=A===e}else var f=!0;if(f){if(r.accepted!==void 0&&E.call(r,"accepted")){let A=r.accepted,_=e;if(e===_)
if(Array.isArray(A)){if(A.length>64)return T.errors=[x],!1;{var $=!0;let a=A.length;for(let v=0;v<a;v++){let C=A[v],J=e;if(e===e)if(typeof C=="string"){if(!ze.test(
C))return T.errors=[x],!1}else return T.errors=[x],!1;var $=J===e;if(!$)break}}}else return T.errors=[x],!1;var f=_===e}else var f=!0;if(f){if(r.versions!==void 0&&
E.call(r,"versions")){let A=r.versions,_=e;if(e===_)if(Array.isArray(A)){if(A.length>1e3)return T.errors=[x],!1;{var d=!0;let a=A.length;for(let v=0;v<a;v++){let C=e;
ge(A[v],{instancePath:N+"/versions/"+v,parentData:A,parentDataProperty:v,rootData:P,dynamicAnchors:b})||(t=t===null?ge.errors:t.concat(ge.errors),e=t.length);var d=C===
e;if(!d)break}}}else return T.errors=[x],!1;var f=_===e}else var f=!0;if(f)if(r.pinned!==void 0&&E.call(r,"pinned")){let A=r.pinned,_=e;if(e===e)if(typeof A=="s\
tring"){if(he(A)>128)return T.errors=[x],!1}else return T.errors=[x],!1;var f=_===e}else var f=!0}}}}}}}}}}}}}else return T.errors=[x],!1;return T.errors=t,e===
0}T.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function be(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){
let t=null,e=0,k=be.evaluated;if(k.dynamicProps&&(k.props=void 0),k.dynamicItems&&(k.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let I;if((r.
lockVersion===void 0||!E.call(r,"lockVersion"))&&(I="lockVersion")||(r.plugins===void 0||!E.call(r,"plugins"))&&(I="plugins"))return be.errors=[x],!1;{let j=e;for(let o of Object.
keys(r))if(!(o==="lockVersion"||o==="plugins")){return be.errors=[x],!1;break}if(j===e){if(r.lockVersion!==void 0&&E.call(r,"lockVersion")){let o=r.lockVersion,
l=e;if(!(o===1||o===2))return be.errors=[x],!1;var f=l===e}else var f=!0;if(f)if(r.plugins!==void 0&&E.call(r,"plugins")){let o=r.plugins,l=e;if(e===l)if(o&&typeof o==
"object"&&!Array.isArray(o)){for(let $ of Object.keys(o)){let d=e;if(typeof $=="string"&&!vr.test($)){let n=x;t===null?t=[n]:t.push(n),e++}var h=d===e;if(!h){let n=x;
return t===null?t=[n]:t.push(n),e++,be.errors=t,!1;break}}if(h)for(let $ of Object.keys(o)){let d=e;T(o[$],{instancePath:N+"/plugins/"+$.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:o,parentDataProperty:$,rootData:P,dynamicAnchors:b})||(t=t===null?T.errors:t.concat(T.errors),e=t.length);var c=d===e;if(!c)break}}else return be.
errors=[x],!1;var f=l===e}else var f=!0}}}else return be.errors=[x],!1;return be.errors=t,e===0}be.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var O={},gr=fe;var hr=new RegExp("^[^#]*#?$","u"),Ve=new RegExp("^[A-Za-z_][-A-Za-z0-9._]*$","u");function se(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,
dynamicAnchors:b={}}={}){let t=null,e=0,k=se.evaluated;if(k.dynamicProps&&(k.props=void 0),k.dynamicItems&&(k.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(
r))&&typeof r!="boolean")return se.errors=[O],!1;if(b.meta||(b.meta=se),e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.$id!==void 0){let $=r.$id,d=e,n=e;
if(e===n&&e===n&&typeof $!="string")return se.errors=[O],!1;if(e===d&&typeof $=="string"&&!hr.test($))return se.errors=[O],!1;var f=d===e}else var f=!0;if(f){if(r.
$schema!==void 0){let $=e,d=e;if(e===d&&e===d&&typeof r.$schema!="string")return se.errors=[O],!1;var f=$===e}else var f=!0;if(f){if(r.$ref!==void 0){let $=e,d=e;
if(e===d&&e===d&&typeof r.$ref!="string")return se.errors=[O],!1;var f=$===e}else var f=!0;if(f){if(r.$anchor!==void 0){let $=r.$anchor,d=e;if(e===e)if(typeof $==
"string"){if(!Ve.test($))return se.errors=[O],!1}else return se.errors=[O],!1;var f=d===e}else var f=!0;if(f){if(r.$dynamicRef!==void 0){let $=e,d=e;if(e===d&&e===
d&&typeof r.$dynamicRef!="string")return se.errors=[O],!1;var f=$===e}else var f=!0;if(f){if(r.$dynamicAnchor!==void 0){let $=r.$dynamicAnchor,d=e;if(e===e)if(typeof $==
"string"){if(!Ve.test($))return se.errors=[O],!1}else return se.errors=[O],!1;var f=d===e}else var f=!0;if(f){if(r.$vocabulary!==void 0){let $=r.$vocabulary,d=e;
if(e===d)if($&&typeof $=="object"&&!Array.isArray($)){for(let p in $){let A=e,_=e;if(e===_&&e===_&&typeof p!="string"){let g=O;t===null?t=[g]:t.push(g),e++}var h=A===
e;if(!h){let g=O;return t===null?t=[g]:t.push(g),e++,se.errors=t,!1;break}}if(h)for(let p in $){let A=e;if(typeof $[p]!="boolean")return se.errors=[O],!1;var c=A===
e;if(!c)break}}else return se.errors=[O],!1;var f=d===e}else var f=!0;if(f){if(r.$comment!==void 0){let $=e;if(typeof r.$comment!="string")return se.errors=[O],
!1;var f=$===e}else var f=!0;if(f)if(r.$defs!==void 0){let $=r.$defs,d=e;if(e===d)if($&&typeof $=="object"&&!Array.isArray($))for(let p in $){let A=$[p],_=e,g=b.
meta;if(g)if(!g(A,{instancePath:N+"/$defs/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:$,parentDataProperty:p,rootData:P,dynamicAnchors:b}))t=t===null?
g.errors:t.concat(g.errors),e=t.length;else var I=g.evaluated.props,j=g.evaluated.items;else if(!se(A,{instancePath:N+"/$defs/"+p.replace(/~/g,"~0").replace(/\//g,
"~1"),parentData:$,parentDataProperty:p,rootData:P,dynamicAnchors:b}))t=t===null?se.errors:t.concat(se.errors),e=t.length;else{var o=se.evaluated.props;I!==!0&&
o!==void 0&&(o===!0?I=!0:(I=I||{},Object.assign(I,o)));var l=se.evaluated.items;j!==!0&&l!==void 0&&(j=l===!0?!0:j>l?j:l)}var D=_===e;if(!D)break}else return se.
errors=[O],!1;var f=d===e}else var f=!0}}}}}}}}return se.errors=t,e===0}se.evaluated={props:{$id:!0,$schema:!0,$ref:!0,$anchor:!0,$dynamicRef:!0,$dynamicAnchor:!0,
$vocabulary:!0,$comment:!0,$defs:!0},dynamicProps:!1,dynamicItems:!1};function le(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=le.evaluated;if(k.dynamicProps&&(k.props=
void 0),k.dynamicItems&&(k.items=void 0),e===0)if(Array.isArray(r)){if(r.length<1)return le.errors=[O],!1;{var f=!0;let o=r.length;for(let l=0;l<o;l++){let D=r[l],
$=e,d=b.meta;if(d)if(!d(D,{instancePath:N+"/"+l,parentData:r,parentDataProperty:l,rootData:P,dynamicAnchors:b}))t=t===null?d.errors:t.concat(d.errors),e=t.length;else
var h=d.evaluated.props,c=d.evaluated.items;else if(!le(D,{instancePath:N+"/"+l,parentData:r,parentDataProperty:l,rootData:P,dynamicAnchors:b}))t=t===null?le.errors:
t.concat(le.errors),e=t.length;else{var I=le.evaluated.props;h!==!0&&I!==void 0&&(I===!0?h=!0:(h=h||{},Object.assign(h,I)));var j=le.evaluated.items;c!==!0&&j!==
void 0&&(c=j===!0?!0:c>j?c:j)}var f=$===e;if(!f)break}}}else return le.errors=[O],!1;return le.errors=t,e===0}le.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function F(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=F.evaluated;if(k.dynamicProps&&(k.props=
void 0),k.dynamicItems&&(k.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return F.errors=[O],!1;if(b.meta||(b.meta=F),e===0&&r&&
typeof r=="object"&&!Array.isArray(r)){if(r.prefixItems!==void 0){let M=e;le(r.prefixItems,{instancePath:N+"/prefixItems",parentData:r,parentDataProperty:"prefi\
xItems",rootData:P,dynamicAnchors:b})||(t=t===null?le.errors:t.concat(le.errors),e=t.length);var f=M===e}else var f=!0;if(f){if(r.items!==void 0){let M=r.items,
ne=e,Z=b.meta;if(Z)if(!Z(M,{instancePath:N+"/items",parentData:r,parentDataProperty:"items",rootData:P,dynamicAnchors:b}))t=t===null?Z.errors:t.concat(Z.errors),
e=t.length;else var h=Z.evaluated.props,c=Z.evaluated.items;else if(!F(M,{instancePath:N+"/items",parentData:r,parentDataProperty:"items",rootData:P,dynamicAnchors:b}))
t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var I=F.evaluated.props;h!==!0&&I!==void 0&&(I===!0?h=!0:(h=h||{},Object.assign(h,I)));var j=F.evaluated.
items;c!==!0&&j!==void 0&&(c=j===!0?!0:c>j?c:j)}var f=ne===e}else var f=!0;if(f){if(r.contains!==void 0){let M=r.contains,ne=e,Z=b.meta;if(Z)if(!Z(M,{instancePath:N+
"/contains",parentData:r,parentDataProperty:"contains",rootData:P,dynamicAnchors:b}))t=t===null?Z.errors:t.concat(Z.errors),e=t.length;else var o=Z.evaluated.props,
l=Z.evaluated.items;else if(!F(M,{instancePath:N+"/contains",parentData:r,parentDataProperty:"contains",rootData:P,dynamicAnchors:b}))t=t===null?F.errors:t.concat(
F.errors),e=t.length;else{var D=F.evaluated.props;o!==!0&&D!==void 0&&(D===!0?o=!0:(o=o||{},Object.assign(o,D)));var $=F.evaluated.items;l!==!0&&$!==void 0&&(l=
$===!0?!0:l>$?l:$)}var f=ne===e}else var f=!0;if(f){if(r.additionalProperties!==void 0){let M=r.additionalProperties,ne=e,Z=b.meta;if(Z)if(!Z(M,{instancePath:N+
"/additionalProperties",parentData:r,parentDataProperty:"additionalProperties",rootData:P,dynamicAnchors:b}))t=t===null?Z.errors:t.concat(Z.errors),e=t.length;else
var d=Z.evaluated.props,n=Z.evaluated.items;else if(!F(M,{instancePath:N+"/additionalProperties",parentData:r,parentDataProperty:"additionalProperties",rootData:P,
dynamicAnchors:b}))t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var p=F.evaluated.props;d!==!0&&p!==void 0&&(p===!0?d=!0:(d=d||{},Object.assign(d,p)));
var A=F.evaluated.items;n!==!0&&A!==void 0&&(n=A===!0?!0:n>A?n:A)}var f=ne===e}else var f=!0;if(f){if(r.properties!==void 0){let M=r.properties,ne=e;if(e===ne)if(M&&
typeof M=="object"&&!Array.isArray(M))for(let ue in M){let je=M[ue],Ne=e,oe=b.meta;if(oe)if(!oe(je,{instancePath:N+"/properties/"+ue.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:M,parentDataProperty:ue,rootData:P,dynamicAnchors:b}))t=t===null?oe.errors:t.concat(oe.errors),e=t.length;else var _=oe.evaluated.props,g=oe.
evaluated.items;else if(!F(je,{instancePath:N+"/properties/"+ue.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:M,parentDataProperty:ue,rootData:P,dynamicAnchors:b}))
t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var a=F.evaluated.props;_!==!0&&a!==void 0&&(a===!0?_=!0:(_=_||{},Object.assign(_,a)));var v=F.evaluated.
items;g!==!0&&v!==void 0&&(g=v===!0?!0:g>v?g:v)}var C=Ne===e;if(!C)break}else return F.errors=[O],!1;var f=ne===e}else var f=!0;if(f){if(r.patternProperties!==void 0){
let M=r.patternProperties,ne=e;if(e===ne)if(M&&typeof M=="object"&&!Array.isArray(M)){for(let ue in M){var J=e===e;if(!J){let Ne=O;return t===null?t=[Ne]:t.push(
Ne),e++,F.errors=t,!1;break}}if(J)for(let ue in M){let je=M[ue],Ne=e,oe=b.meta;if(oe)if(!oe(je,{instancePath:N+"/patternProperties/"+ue.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:M,parentDataProperty:ue,rootData:P,dynamicAnchors:b}))t=t===null?oe.errors:t.concat(oe.errors),e=t.length;else var L=oe.evaluated.props,i=oe.
evaluated.items;else if(!F(je,{instancePath:N+"/patternProperties/"+ue.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:M,parentDataProperty:ue,rootData:P,dynamicAnchors:b}))
t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var u=F.evaluated.props;L!==!0&&u!==void 0&&(u===!0?L=!0:(L=L||{},Object.assign(L,u)));var m=F.evaluated.
items;i!==!0&&m!==void 0&&(i=m===!0?!0:i>m?i:m)}var te=Ne===e;if(!te)break}}else return F.errors=[O],!1;var f=ne===e}else var f=!0;if(f){if(r.dependentSchemas!==
void 0){let M=r.dependentSchemas,ne=e;if(e===ne)if(M&&typeof M=="object"&&!Array.isArray(M))for(let ue in M){let je=M[ue],Ne=e,oe=b.meta;if(oe)if(!oe(je,{instancePath:N+
"/dependentSchemas/"+ue.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:M,parentDataProperty:ue,rootData:P,dynamicAnchors:b}))t=t===null?oe.errors:t.concat(oe.
errors),e=t.length;else var K=oe.evaluated.props,W=oe.evaluated.items;else if(!F(je,{instancePath:N+"/dependentSchemas/"+ue.replace(/~/g,"~0").replace(/\//g,"~1"),
parentData:M,parentDataProperty:ue,rootData:P,dynamicAnchors:b}))t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var Y=F.evaluated.props;K!==!0&&Y!==void 0&&
(Y===!0?K=!0:(K=K||{},Object.assign(K,Y)));var ee=F.evaluated.items;W!==!0&&ee!==void 0&&(W=ee===!0?!0:W>ee?W:ee)}var w=Ne===e;if(!w)break}else return F.errors=
[O],!1;var f=ne===e}else var f=!0;if(f){if(r.propertyNames!==void 0){let M=r.propertyNames,ne=e,Z=b.meta;if(Z)if(!Z(M,{instancePath:N+"/propertyNames",parentData:r,
parentDataProperty:"propertyNames",rootData:P,dynamicAnchors:b}))t=t===null?Z.errors:t.concat(Z.errors),e=t.length;else var pe=Z.evaluated.props,ae=Z.evaluated.
items;else if(!F(M,{instancePath:N+"/propertyNames",parentData:r,parentDataProperty:"propertyNames",rootData:P,dynamicAnchors:b}))t=t===null?F.errors:t.concat(F.
errors),e=t.length;else{var V=F.evaluated.props;pe!==!0&&V!==void 0&&(V===!0?pe=!0:(pe=pe||{},Object.assign(pe,V)));var B=F.evaluated.items;ae!==!0&&B!==void 0&&
(ae=B===!0?!0:ae>B?ae:B)}var f=ne===e}else var f=!0;if(f){if(r.if!==void 0){let M=r.if,ne=e,Z=b.meta;if(Z)if(!Z(M,{instancePath:N+"/if",parentData:r,parentDataProperty:"\
if",rootData:P,dynamicAnchors:b}))t=t===null?Z.errors:t.concat(Z.errors),e=t.length;else var ie=Z.evaluated.props,_e=Z.evaluated.items;else if(!F(M,{instancePath:N+
"/if",parentData:r,parentDataProperty:"if",rootData:P,dynamicAnchors:b}))t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var $e=F.evaluated.props;ie!==!0&&
$e!==void 0&&($e===!0?ie=!0:(ie=ie||{},Object.assign(ie,$e)));var me=F.evaluated.items;_e!==!0&&me!==void 0&&(_e=me===!0?!0:_e>me?_e:me)}var f=ne===e}else var f=!0;
if(f){if(r.then!==void 0){let M=r.then,ne=e,Z=b.meta;if(Z)if(!Z(M,{instancePath:N+"/then",parentData:r,parentDataProperty:"then",rootData:P,dynamicAnchors:b}))t=
t===null?Z.errors:t.concat(Z.errors),e=t.length;else var ke=Z.evaluated.props,Oe=Z.evaluated.items;else if(!F(M,{instancePath:N+"/then",parentData:r,parentDataProperty:"\
then",rootData:P,dynamicAnchors:b}))t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var Fe=F.evaluated.props;ke!==!0&&Fe!==void 0&&(Fe===!0?ke=!0:(ke=ke||
{},Object.assign(ke,Fe)));var Le=F.evaluated.items;Oe!==!0&&Le!==void 0&&(Oe=Le===!0?!0:Oe>Le?Oe:Le)}var f=ne===e}else var f=!0;if(f){if(r.else!==void 0){let M=r.
else,ne=e,Z=b.meta;if(Z)if(!Z(M,{instancePath:N+"/else",parentData:r,parentDataProperty:"else",rootData:P,dynamicAnchors:b}))t=t===null?Z.errors:t.concat(Z.errors),
e=t.length;else var Pe=Z.evaluated.props,De=Z.evaluated.items;else if(!F(M,{instancePath:N+"/else",parentData:r,parentDataProperty:"else",rootData:P,dynamicAnchors:b}))
t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var Be=F.evaluated.props;Pe!==!0&&Be!==void 0&&(Be===!0?Pe=!0:(Pe=Pe||{},Object.assign(Pe,Be)));var Se=F.
evaluated.items;De!==!0&&Se!==void 0&&(De=Se===!0?!0:De>Se?De:Se)}var f=ne===e}else var f=!0;if(f){if(r.allOf!==void 0){let M=e;le(r.allOf,{instancePath:N+"/all\
Of",parentData:r,parentDataProperty:"allOf",rootData:P,dynamicAnchors:b})||(t=t===null?le.errors:t.concat(le.errors),e=t.length);var f=M===e}else var f=!0;if(f){
if(r.anyOf!==void 0){let M=e;le(r.anyOf,{instancePath:N+"/anyOf",parentData:r,parentDataProperty:"anyOf",rootData:P,dynamicAnchors:b})||(t=t===null?le.errors:t.
concat(le.errors),e=t.length);var f=M===e}else var f=!0;if(f){if(r.oneOf!==void 0){let M=e;le(r.oneOf,{instancePath:N+"/oneOf",parentData:r,parentDataProperty:"\
oneOf",rootData:P,dynamicAnchors:b})||(t=t===null?le.errors:t.concat(le.errors),e=t.length);var f=M===e}else var f=!0;if(f)if(r.not!==void 0){let M=r.not,ne=e,Z=b.
meta;if(Z)if(!Z(M,{instancePath:N+"/not",parentData:r,parentDataProperty:"not",rootData:P,dynamicAnchors:b}))t=t===null?Z.errors:t.concat(Z.errors),e=t.length;else
var Ie=Z.evaluated.props,Re=Z.evaluated.items;else if(!F(M,{instancePath:N+"/not",parentData:r,parentDataProperty:"not",rootData:P,dynamicAnchors:b}))t=t===null?
F.errors:t.concat(F.errors),e=t.length;else{var Ee=F.evaluated.props;Ie!==!0&&Ee!==void 0&&(Ee===!0?Ie=!0:(Ie=Ie||{},Object.assign(Ie,Ee)));var qe=F.evaluated.items;
Re!==!0&&qe!==void 0&&(Re=qe===!0?!0:Re>qe?Re:qe)}var f=ne===e}else var f=!0}}}}}}}}}}}}}}return F.errors=t,e===0}F.evaluated={props:{prefixItems:!0,items:!0,contains:!0,
additionalProperties:!0,properties:!0,patternProperties:!0,dependentSchemas:!0,propertyNames:!0,if:!0,then:!0,else:!0,allOf:!0,anyOf:!0,oneOf:!0,not:!0},dynamicProps:!1,
dynamicItems:!1};function ce(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=ce.evaluated;if(k.dynamicProps&&(k.props=
void 0),k.dynamicItems&&(k.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ce.errors=[O],!1;if(b.meta||(b.meta=ce),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.unevaluatedItems!==void 0){let d=r.unevaluatedItems,n=e,p=b.meta;if(p)if(!p(d,{instancePath:N+"/unevaluatedItems",
parentData:r,parentDataProperty:"unevaluatedItems",rootData:P,dynamicAnchors:b}))t=t===null?p.errors:t.concat(p.errors),e=t.length;else var f=p.evaluated.props,
h=p.evaluated.items;else if(!ce(d,{instancePath:N+"/unevaluatedItems",parentData:r,parentDataProperty:"unevaluatedItems",rootData:P,dynamicAnchors:b}))t=t===null?
ce.errors:t.concat(ce.errors),e=t.length;else{var c=ce.evaluated.props;f!==!0&&c!==void 0&&(c===!0?f=!0:(f=f||{},Object.assign(f,c)));var I=ce.evaluated.items;h!==
!0&&I!==void 0&&(h=I===!0?!0:h>I?h:I)}var j=n===e}else var j=!0;if(j)if(r.unevaluatedProperties!==void 0){let d=r.unevaluatedProperties,n=e,p=b.meta;if(p)if(!p(
d,{instancePath:N+"/unevaluatedProperties",parentData:r,parentDataProperty:"unevaluatedProperties",rootData:P,dynamicAnchors:b}))t=t===null?p.errors:t.concat(p.
errors),e=t.length;else var o=p.evaluated.props,l=p.evaluated.items;else if(!ce(d,{instancePath:N+"/unevaluatedProperties",parentData:r,parentDataProperty:"unev\
aluatedProperties",rootData:P,dynamicAnchors:b}))t=t===null?ce.errors:t.concat(ce.errors),e=t.length;else{var D=ce.evaluated.props;o!==!0&&D!==void 0&&(D===!0?o=
!0:(o=o||{},Object.assign(o,D)));var $=ce.evaluated.items;l!==!0&&$!==void 0&&(l=$===!0?!0:l>$?l:$)}var j=n===e}else var j=!0}return ce.errors=t,e===0}ce.evaluated=
{props:{unevaluatedItems:!0,unevaluatedProperties:!0},dynamicProps:!1,dynamicItems:!1};var br=Xe().default;function Q(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=Q.evaluated;if(k.dynamicProps&&
(k.props=void 0),k.dynamicItems&&(k.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return Q.errors=[O],!1;if(b.meta||(b.meta=Q),
e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.type!==void 0){let l=r.type,D=e,$=e,d=!1,n=e;if(!(l==="array"||l==="boolean"||l==="integer"||l==="null"||l===
"number"||l==="object"||l==="string")){let A=O;t===null?t=[A]:t.push(A),e++}var h=n===e;d=d||h;let p=e;if(e===p)if(Array.isArray(l))if(l.length<1){let A=O;t===null?
t=[A]:t.push(A),e++}else{var f=!0;let A=l.length;for(let _=0;_<A;_++){let g=l[_],a=e;if(!(g==="array"||g==="boolean"||g==="integer"||g==="null"||g==="number"||g===
"object"||g==="string")){let C=O;t===null?t=[C]:t.push(C),e++}var f=a===e;if(!f)break}if(f){let _=l.length,g;if(_>1){e:for(;_--;)for(g=_;g--;)if(br(l[_],l[g])){
let a=O;t===null?t=[a]:t.push(a),e++;break e}}}}else{let A=O;t===null?t=[A]:t.push(A),e++}var h=p===e;if(d=d||h,d)e=$,t!==null&&($?t.length=$:t=null);else{let A=O;
return t===null?t=[A]:t.push(A),e++,Q.errors=t,!1}var c=D===e}else var c=!0;if(c){if(r.enum!==void 0){let l=e;if(e===l&&!Array.isArray(r.enum))return Q.errors=[
O],!1;var c=l===e}else var c=!0;if(c){if(r.multipleOf!==void 0){let l=r.multipleOf,D=e;if(e===D)if(typeof l=="number"){if(l<=0||isNaN(l))return Q.errors=[O],!1}else
return Q.errors=[O],!1;var c=D===e}else var c=!0;if(c){if(r.maximum!==void 0){let l=e;if(typeof r.maximum!="number")return Q.errors=[O],!1;var c=l===e}else var c=!0;
if(c){if(r.exclusiveMaximum!==void 0){let l=e;if(typeof r.exclusiveMaximum!="number")return Q.errors=[O],!1;var c=l===e}else var c=!0;if(c){if(r.minimum!==void 0){
let l=e;if(typeof r.minimum!="number")return Q.errors=[O],!1;var c=l===e}else var c=!0;if(c){if(r.exclusiveMinimum!==void 0){let l=e;if(typeof r.exclusiveMinimum!=
"number")return Q.errors=[O],!1;var c=l===e}else var c=!0;if(c){if(r.maxLength!==void 0){let l=r.maxLength,D=e,$=e;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return Q.
errors=[O],!1;if(e===$&&typeof l=="number"&&(l<0||isNaN(l)))return Q.errors=[O],!1;var c=D===e}else var c=!0;if(c){if(r.minLength!==void 0){let l=r.minLength,D=e,
$=e;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return Q.errors=[O],!1;if(e===$&&typeof l=="number"&&(l<0||isNaN(l)))return Q.errors=[O],!1;var c=D===e}else var c=!0;
if(c){if(r.pattern!==void 0){let l=e;if(e===l&&e===l&&typeof r.pattern!="string")return Q.errors=[O],!1;var c=l===e}else var c=!0;if(c){if(r.maxItems!==void 0){
let l=r.maxItems,D=e,$=e;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return Q.errors=[O],!1;if(e===$&&typeof l=="number"&&(l<0||isNaN(l)))return Q.errors=[O],!1;
var c=D===e}else var c=!0;if(c){if(r.minItems!==void 0){let l=r.minItems,D=e,$=e;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return Q.errors=[O],!1;if(e===$&&typeof l==
"number"&&(l<0||isNaN(l)))return Q.errors=[O],!1;var c=D===e}else var c=!0;if(c){if(r.uniqueItems!==void 0){let l=e;if(typeof r.uniqueItems!="boolean")return Q.
errors=[O],!1;var c=l===e}else var c=!0;if(c){if(r.maxContains!==void 0){let l=r.maxContains,D=e,$=e;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return Q.errors=
[O],!1;if(e===$&&typeof l=="number"&&(l<0||isNaN(l)))return Q.errors=[O],!1;var c=D===e}else var c=!0;if(c){if(r.minContains!==void 0){let l=r.minContains,D=e,$=e;
if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return Q.errors=[O],!1;if(e===$&&typeof l=="number"&&(l<0||isNaN(l)))return Q.errors=[O],!1;var c=D===e}else var c=!0;
if(c){if(r.maxProperties!==void 0){let l=r.maxProperties,D=e,$=e;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return Q.errors=[O],!1;if(e===$&&typeof l=="number"&&
(l<0||isNaN(l)))return Q.errors=[O],!1;var c=D===e}else var c=!0;if(c){if(r.minProperties!==void 0){let l=r.minProperties,D=e,$=e;if(!(typeof l=="number"&&!(l%1)&&
!isNaN(l)))return Q.errors=[O],!1;if(e===$&&typeof l=="number"&&(l<0||isNaN(l)))return Q.errors=[O],!1;var c=D===e}else var c=!0;if(c){if(r.required!==void 0){let l=r.
required,D=e;if(e===e)if(Array.isArray(l)){var I=!0;let n=l.length;for(let p=0;p<n;p++){let A=e;if(typeof l[p]!="string")return Q.errors=[O],!1;var I=A===e;if(!I)
break}if(I){let p=l.length,A;if(p>1){let _={};for(;p--;){let g=l[p];if(typeof g=="string"){if(typeof _[g]=="number"){return A=_[g],Q.errors=[O],!1;break}_[g]=p}}}}}else
return Q.errors=[O],!1;var c=D===e}else var c=!0;if(c)if(r.dependentRequired!==void 0){let l=r.dependentRequired,D=e;if(e===D)if(l&&typeof l=="object"&&!Array.isArray(
l))for(let d in l){let n=l[d],p=e;if(e===e)if(Array.isArray(n)){var j=!0;let _=n.length;for(let g=0;g<_;g++){let a=e;if(typeof n[g]!="string")return Q.errors=[O],
!1;var j=a===e;if(!j)break}if(j){let g=n.length,a;if(g>1){let v={};for(;g--;){let C=n[g];if(typeof C=="string"){if(typeof v[C]=="number"){return a=v[C],Q.errors=
[O],!1;break}v[C]=g}}}}}else return Q.errors=[O],!1;var o=p===e;if(!o)break}else return Q.errors=[O],!1;var c=D===e}else var c=!0}}}}}}}}}}}}}}}}}}return Q.errors=
t,e===0}Q.evaluated={props:{type:!0,const:!0,enum:!0,multipleOf:!0,maximum:!0,exclusiveMaximum:!0,minimum:!0,exclusiveMinimum:!0,maxLength:!0,minLength:!0,pattern:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxContains:!0,minContains:!0,maxProperties:!0,minProperties:!0,required:!0,dependentRequired:!0},dynamicProps:!1,dynamicItems:!1};function ve(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=ve.evaluated;if(k.dynamicProps&&(k.props=
void 0),k.dynamicItems&&(k.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ve.errors=[O],!1;if(b.meta||(b.meta=ve),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.title!==void 0){let h=e;if(typeof r.title!="string")return ve.errors=[O],!1;var f=h===e}else var f=!0;if(f){if(r.
description!==void 0){let h=e;if(typeof r.description!="string")return ve.errors=[O],!1;var f=h===e}else var f=!0;if(f){if(r.deprecated!==void 0){let h=e;if(typeof r.
deprecated!="boolean")return ve.errors=[O],!1;var f=h===e}else var f=!0;if(f){if(r.readOnly!==void 0){let h=e;if(typeof r.readOnly!="boolean")return ve.errors=[
O],!1;var f=h===e}else var f=!0;if(f){if(r.writeOnly!==void 0){let h=e;if(typeof r.writeOnly!="boolean")return ve.errors=[O],!1;var f=h===e}else var f=!0;if(f)if(r.
examples!==void 0){let h=e;if(e===h&&!Array.isArray(r.examples))return ve.errors=[O],!1;var f=h===e}else var f=!0}}}}}return ve.errors=t,e===0}ve.evaluated={props:{
title:!0,description:!0,default:!0,deprecated:!0,readOnly:!0,writeOnly:!0,examples:!0},dynamicProps:!1,dynamicItems:!1};function Ae(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=Ae.evaluated;return k.dynamicProps&&(k.
props=void 0),k.dynamicItems&&(k.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean"?(Ae.errors=[O],!1):(b.meta||(b.meta=Ae),e===0&&r&&
typeof r=="object"&&!Array.isArray(r)&&r.format!==void 0&&typeof r.format!="string"?(Ae.errors=[O],!1):(Ae.errors=t,e===0))}Ae.evaluated={props:{format:!0},dynamicProps:!1,
dynamicItems:!1};function ye(r,{instancePath:N="",parentData:H,parentDataProperty:U,rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=ye.evaluated;if(k.dynamicProps&&(k.props=
void 0),k.dynamicItems&&(k.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ye.errors=[O],!1;if(b.meta||(b.meta=ye),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.contentEncoding!==void 0){let o=e;if(typeof r.contentEncoding!="string")return ye.errors=[O],!1;var f=o===e}else var f=!0;
if(f){if(r.contentMediaType!==void 0){let o=e;if(typeof r.contentMediaType!="string")return ye.errors=[O],!1;var f=o===e}else var f=!0;if(f)if(r.contentSchema!==
void 0){let o=r.contentSchema,l=e,D=b.meta;if(D)if(!D(o,{instancePath:N+"/contentSchema",parentData:r,parentDataProperty:"contentSchema",rootData:P,dynamicAnchors:b}))
t=t===null?D.errors:t.concat(D.errors),e=t.length;else var h=D.evaluated.props,c=D.evaluated.items;else if(!ye(o,{instancePath:N+"/contentSchema",parentData:r,parentDataProperty:"\
contentSchema",rootData:P,dynamicAnchors:b}))t=t===null?ye.errors:t.concat(ye.errors),e=t.length;else{var I=ye.evaluated.props;h!==!0&&I!==void 0&&(I===!0?h=!0:
(h=h||{},Object.assign(h,I)));var j=ye.evaluated.items;c!==!0&&j!==void 0&&(c=j===!0?!0:c>j?c:j)}var f=l===e}else var f=!0}}return ye.errors=t,e===0}ye.evaluated=
{props:{contentEncoding:!0,contentMediaType:!0,contentSchema:!0},dynamicProps:!1,dynamicItems:!1};function fe(r,{instancePath:N="",parentData:H,parentDataProperty:U,
rootData:P=r,dynamicAnchors:b={}}={}){let t=null,e=0,k=fe.evaluated;if(k.dynamicProps&&(k.props=void 0),k.dynamicItems&&(k.items=void 0),!(r&&typeof r=="object"&&
!Array.isArray(r))&&typeof r!="boolean")return fe.errors=[O],!1;b.meta||(b.meta=fe);let f=e;se(r,{instancePath:N,parentData:H,parentDataProperty:U,rootData:P,dynamicAnchors:b})||
(t=t===null?se.errors:t.concat(se.errors),e=t.length);var h=f===e;if(h){let a=e;F(r,{instancePath:N,parentData:H,parentDataProperty:U,rootData:P,dynamicAnchors:b})||
(t=t===null?F.errors:t.concat(F.errors),e=t.length);var h=a===e;if(h){let C=e;ce(r,{instancePath:N,parentData:H,parentDataProperty:U,rootData:P,dynamicAnchors:b})||
(t=t===null?ce.errors:t.concat(ce.errors),e=t.length);var h=C===e;if(h){let L=e;Q(r,{instancePath:N,parentData:H,parentDataProperty:U,rootData:P,dynamicAnchors:b})||
(t=t===null?Q.errors:t.concat(Q.errors),e=t.length);var h=L===e;if(h){let u=e;ve(r,{instancePath:N,parentData:H,parentDataProperty:U,rootData:P,dynamicAnchors:b})||
(t=t===null?ve.errors:t.concat(ve.errors),e=t.length);var h=u===e;if(h){let te=e;Ae(r,{instancePath:N,parentData:H,parentDataProperty:U,rootData:P,dynamicAnchors:b})||
(t=t===null?Ae.errors:t.concat(Ae.errors),e=t.length);var h=te===e;if(h){let W=e;ye(r,{instancePath:N,parentData:H,parentDataProperty:U,rootData:P,dynamicAnchors:b})||
(t=t===null?ye.errors:t.concat(ye.errors),e=t.length);var h=W===e}}}}}}if(e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.definitions!==void 0){let a=r.definitions,
v=e;if(e===v)if(a&&typeof a=="object"&&!Array.isArray(a))for(let C in a){let J=a[C],L=e,i=b.meta;if(i)if(!i(J,{instancePath:N+"/definitions/"+C.replace(/~/g,"~0").
replace(/\//g,"~1"),parentData:a,parentDataProperty:C,rootData:P,dynamicAnchors:b}))t=t===null?i.errors:t.concat(i.errors),e=t.length;else var c=i.evaluated.props,
I=i.evaluated.items;else if(!fe(J,{instancePath:N+"/definitions/"+C.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:a,parentDataProperty:C,rootData:P,dynamicAnchors:b}))
t=t===null?fe.errors:t.concat(fe.errors),e=t.length;else{var j=fe.evaluated.props;c!==!0&&j!==void 0&&(j===!0?c=!0:(c=c||{},Object.assign(c,j)));var o=fe.evaluated.
items;I!==!0&&o!==void 0&&(I=o===!0?!0:I>o?I:o)}var l=L===e;if(!l)break}else return fe.errors=[O],!1;var D=v===e}else var D=!0;if(D){if(r.dependencies!==void 0){
let a=r.dependencies,v=e;if(e===v)if(a&&typeof a=="object"&&!Array.isArray(a))for(let J in a){let L=a[J],i=e,u=e,m=!1,te=e,K=b.meta;if(K)if(!K(L,{instancePath:N+
"/dependencies/"+J.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:a,parentDataProperty:J,rootData:P,dynamicAnchors:b}))t=t===null?K.errors:t.concat(K.errors),
e=t.length;else var $=K.evaluated.props,d=K.evaluated.items;else if(!fe(L,{instancePath:N+"/dependencies/"+J.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:a,
parentDataProperty:J,rootData:P,dynamicAnchors:b}))t=t===null?fe.errors:t.concat(fe.errors),e=t.length;else{var n=fe.evaluated.props;$!==!0&&n!==void 0&&(n===!0?
$=!0:($=$||{},Object.assign($,n)));var p=fe.evaluated.items;d!==!0&&p!==void 0&&(d=p===!0?!0:d>p?d:p)}var _=te===e;m=m||_;let W=e;if(e===e)if(Array.isArray(L)){
var A=!0;let ee=L.length;for(let w=0;w<ee;w++){let pe=e;if(typeof L[w]!="string"){let V=O;t===null?t=[V]:t.push(V),e++}var A=pe===e;if(!A)break}if(A){let w=L.length,
pe;if(w>1){let ae={};for(;w--;){let V=L[w];if(typeof V=="string"){if(typeof ae[V]=="number"){pe=ae[V];let B=O;t===null?t=[B]:t.push(B),e++;break}ae[V]=w}}}}}else{
let ee=O;t===null?t=[ee]:t.push(ee),e++}var _=W===e;if(m=m||_,_&&d!==!0&&(d=!0),m)e=u,t!==null&&(u?t.length=u:t=null);else{let ee=O;return t===null?t=[ee]:t.push(
ee),e++,fe.errors=t,!1}var g=i===e;if(!g)break}else return fe.errors=[O],!1;var D=v===e}else var D=!0;if(D){if(r.$recursiveAnchor!==void 0){let a=r.$recursiveAnchor,
v=e;if(e===e)if(typeof a=="string"){if(!Ve.test(a))return fe.errors=[O],!1}else return fe.errors=[O],!1;var D=v===e}else var D=!0;if(D)if(r.$recursiveRef!==void 0){
let a=e,v=e;if(e===v&&e===v&&typeof r.$recursiveRef!="string")return fe.errors=[O],!1;var D=a===e}else var D=!0}}}return fe.errors=t,e===0}fe.evaluated={props:{
definitions:!0,dependencies:!0,$recursiveAnchor:!0,$recursiveRef:!0,contentEncoding:!0,contentMediaType:!0,contentSchema:!0,format:!0,title:!0,description:!0,default:!0,
deprecated:!0,readOnly:!0,writeOnly:!0,examples:!0,type:!0,const:!0,enum:!0,multipleOf:!0,maximum:!0,exclusiveMaximum:!0,minimum:!0,exclusiveMinimum:!0,maxLength:!0,
minLength:!0,pattern:!0,maxItems:!0,minItems:!0,uniqueItems:!0,maxContains:!0,minContains:!0,maxProperties:!0,minProperties:!0,required:!0,dependentRequired:!0,
unevaluatedItems:!0,unevaluatedProperties:!0,prefixItems:!0,items:!0,contains:!0,additionalProperties:!0,properties:!0,patternProperties:!0,dependentSchemas:!0,
propertyNames:!0,if:!0,then:!0,else:!0,allOf:!0,anyOf:!0,oneOf:!0,not:!0,$id:!0,$schema:!0,$ref:!0,$anchor:!0,$dynamicRef:!0,$dynamicAnchor:!0,$vocabulary:!0,$comment:!0,
$defs:!0},dynamicProps:!1,dynamicItems:!1};export{yr as isLock,Ye as isManifest,gr as isSchema};
