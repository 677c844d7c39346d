// Made by "npm run forms" from the schemas; see scripts/forms/forms.ts.
var Ce=(r,j)=>()=>{try{return j||r((j={exports:{}}).exports,j),j.exports}catch(H){throw j=0,H}};var Be=Ce(Me=>{"use strict";Object.defineProperty(Me,"__esModule",{value:!0});function He(r){let j=r.length,H=0,U=0,k;for(;U<j;)H++,k=r.charCodeAt(U++),k>=55296&&
k<=56319&&U<j&&(k=r.charCodeAt(U),(k&64512)===56320&&U++);return H}Me.default=He;He.code='require("ajv/dist/runtime/ucs2length").default'});var Ue=Ce((Nr,Qe)=>{"use strict";Qe.exports=function r(j,H){if(j===H)return!0;if(j&&H&&typeof j=="object"&&typeof H=="object"){if(j.constructor!==H.constructor)
return!1;var U,k,h;if(Array.isArray(j)){if(U=j.length,U!=H.length)return!1;for(k=U;k--!==0;)if(!r(j[k],H[k]))return!1;return!0}if(j.constructor===RegExp)return j.
source===H.source&&j.flags===H.flags;if(j.valueOf!==Object.prototype.valueOf)return j.valueOf()===H.valueOf();if(j.toString!==Object.prototype.toString)return j.
toString()===H.toString();if(h=Object.keys(j),U=h.length,U!==Object.keys(H).length)return!1;for(k=U;k--!==0;)if(!Object.prototype.hasOwnProperty.call(H,h[k]))return!1;
for(k=U;k--!==0;){var t=h[k];if(!r(j[t],H[t]))return!1}return!0}return j!==j&&H!==H}});var Xe=Ce(Te=>{"use strict";Object.defineProperty(Te,"__esModule",{value:!0});var Je=Ue();Je.code='require("ajv/dist/runtime/equal").default';Te.default=Je});var n={},Ye=R;var er={$schema:"https://json-schema.org/draft/2020-12/schema",type:"object",additionalProperties:!1,required:["name","tools"],properties:{$schema:{type:"string",
maxLength:2048},name:{type:"string",pattern:"^[a-z0-9][a-z0-9-]{0,63}$"},version:{type:"string",maxLength:128,default:"0.0.0",pattern:"^(0|[1-9]\\d*)\\.(0|[1-9]\\d\
*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"},description:{type:"string",minLength:1,maxLength:8192,pattern:"^\
[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},author:{type:"string",minLength:1,maxLength:256,
pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},license:{type:"string",minLength:1,maxLength:128,
pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},homepage:{type:"string",maxLength:2048,pattern:"\
^https?://[!-~]+$"},entry:{type:"string",maxLength:256,pattern:"^(?!.*(^|/)(\\.|node_modules/))[A-Za-z0-9_@.-]+(/[A-Za-z0-9_@.-]+)*\\.(js|mjs|ts|mts)$"},tools:{
type:"array",minItems:1,maxItems:128,items:{$ref:"#/$defs/tool"}},limits:{$ref:"#/$defs/limits"},freshState:{const:"isolate"},capabilities:{$ref:"#/$defs/capabi\
lities"}},$defs:{tool:{type:"object",additionalProperties:!1,required:["name","description","inputSchema","outputSchema"],properties:{name:{type:"string",pattern:"\
^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$"},title:{type:"string",minLength:1,maxLength:256,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\
\\u202e\\u2066-\\u2069]*$"},description:{type:"string",minLength:1,maxLength:8192,pattern:"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u2\
00f\\u202a-\\u202e\\u2066-\\u2069]*$"},inputSchema:{type:"object",required:["type"],properties:{type:{const:"object"}}},outputSchema:{type:"object"},annotations:{
$ref:"#/$defs/annotations"},export:{type:"string",maxLength:128,pattern:"^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$"},limits:{$ref:"#/$defs/limits"},
examples:{type:"array",maxItems:64,items:{$ref:"#/$defs/example"}}}},annotations:{type:"object",additionalProperties:!1,properties:{title:{type:"string",minLength:1,
maxLength:256,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},readOnlyHint:{type:"boolean"},destructiveHint:{
type:"boolean"},idempotentHint:{type:"boolean"},openWorldHint:{type:"boolean"}}},example:{type:"object",additionalProperties:!1,required:["arguments","result"],
properties:{description:{type:"string",minLength:1,maxLength:1024,pattern:"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\
\\u2066-\\u2069]*$"},arguments:{type:"object"},result:{},effects:{type:"array",maxItems:64,items:{$ref:"#/$defs/effect"}}}},limits:{type:"object",additionalProperties:!1,
properties:{cpuMs:{type:"integer",minimum:1},wallMs:{type:"integer",minimum:1},memoryMb:{type:"integer",minimum:1},argumentsBytes:{type:"integer",minimum:1},resultBytes:{
type:"integer",minimum:1},resultDepth:{type:"integer",minimum:1},logBytes:{type:"integer",minimum:1},logLines:{type:"integer",minimum:1},hostCalls:{type:"intege\
r",minimum:1},fetchCalls:{type:"integer",minimum:1},fetchConcurrency:{type:"integer",minimum:1},fetchRequestBytes:{type:"integer",minimum:1},fetchResponseBytes:{
type:"integer",minimum:1},fetchMs:{type:"integer",minimum:1},storeBytes:{type:"integer",minimum:1},storeKeys:{type:"integer",minimum:1},storeValueBytes:{type:"i\
nteger",minimum:1}}},capabilities:{type:"object",additionalProperties:!1,properties:{fetch:{type:"array",maxItems:64,items:{$ref:"#/$defs/fetchWish"}},store:{$ref:"\
#/$defs/storeWish"},secrets:{type:"array",maxItems:32,items:{$ref:"#/$defs/secretWish"}}}},fetchWish:{type:"object",additionalProperties:!1,required:["origin"],
properties:{origin:{type:"string",maxLength:300},methods:{type:"array",minItems:1,maxItems:16,uniqueItems:!0,default:["GET"],items:{type:"string",pattern:"^(?!(\
CONNECT|TRACE|TRACK)$)[A-Z]{1,20}$"}},path:{type:"string",maxLength:1024,default:"/*",pattern:"^/[!-~]*$"},optional:{type:"boolean",default:!1}}},storeWish:{type:"\
object",additionalProperties:!1,properties:{scope:{enum:["plugin","caller"],default:"plugin"},optional:{type:"boolean",default:!1}}},secretWish:{type:"object",additionalProperties:!1,
required:["name","origin"],properties:{name:{type:"string",pattern:"^[A-Z][A-Z0-9_]{0,63}$"},origin:{type:"string",maxLength:300},headers:{type:"array",items:{type:"\
string",pattern:"^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$"},minItems:1,maxItems:8},parameters:{type:"array",items:{type:"string",minLength:1,maxLength:100},minItems:1,
maxItems:8},description:{type:"string",minLength:1,maxLength:1024,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\
]*$"},optional:{type:"boolean",default:!1}}},effect:{type:"object",additionalProperties:!1,properties:{fetch:{type:"string",maxLength:8192,pattern:"^https?://[!\
-~]+$"},method:{type:"string",default:"GET",pattern:"^(?!(CONNECT|TRACE|TRACK)$)[A-Z]{1,20}$"},store:{$ref:"#/$defs/storeQuestion"},answer:{},error:{$ref:"#/$de\
fs/effectError"}},if:{required:["store"]},then:{properties:{fetch:!1,method:!1,answer:{$ref:"#/$defs/storeAnswer"}}},else:{required:["fetch"],properties:{answer:{
$ref:"#/$defs/effectResponse"}}},oneOf:[{required:["answer"]},{required:["error"]}]},effectResponse:{type:"object",additionalProperties:!1,properties:{status:{type:"\
integer",minimum:200,maximum:599,default:200},headers:{type:"object",maxProperties:64,propertyNames:{pattern:"^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$"},additionalProperties:{
type:"string",maxLength:8192,pattern:"^[\\t -~]*$"}},body:{type:"string"},json:{},base64:{type:"string",pattern:"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z\
0-9+/]{3}=)?$"}},dependentSchemas:{body:{properties:{json:!1,base64:!1}},json:{properties:{base64:!1}}}},storeQuestion:{type:"object",additionalProperties:!1,required:[
"op"],properties:{op:{enum:["get","set","delete","list"]},key:{type:"string",maxLength:1024},value:{type:"string"},ttlMs:{type:"integer",minimum:1},ifVersion:{type:[
"string","null"],maxLength:1024},prefix:{type:"string",maxLength:1024},after:{type:"string",maxLength:1024},limit:{type:"integer",minimum:1}},if:{properties:{op:{
const:"list"}}},then:{properties:{key:!1,value:!1,ttlMs:!1,ifVersion:!1}},else:{required:["key"],properties:{prefix:!1,after:!1,limit:!1}}},storeAnswer:{type:["\
object","boolean","null"],additionalProperties:!1,properties:{key:{type:"string",maxLength:1024},version:{type:"string",maxLength:1024},expiresAt:{type:"integer",
minimum:0},value:{type:"string"},entries:{type:"array",maxItems:1e3,items:{$ref:"#/$defs/storeEntry"}},next:{type:"string",maxLength:1024}}},storeEntry:{type:"o\
bject",additionalProperties:!1,required:["key","version"],properties:{key:{type:"string",maxLength:1024},version:{type:"string",maxLength:1024},expiresAt:{type:"\
integer",minimum:0}}},effectError:{type:"object",additionalProperties:!1,required:["name","message"],properties:{name:{type:"string",pattern:"^[A-Z][A-Za-z]{0,6\
3}$"},message:{type:"string",maxLength:1024,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"}}}}},
We={type:"object",additionalProperties:!1,properties:{cpuMs:{type:"integer",minimum:1},wallMs:{type:"integer",minimum:1},memoryMb:{type:"integer",minimum:1},argumentsBytes:{
type:"integer",minimum:1},resultBytes:{type:"integer",minimum:1},resultDepth:{type:"integer",minimum:1},logBytes:{type:"integer",minimum:1},logLines:{type:"inte\
ger",minimum:1},hostCalls:{type:"integer",minimum:1},fetchCalls:{type:"integer",minimum:1},fetchConcurrency:{type:"integer",minimum:1},fetchRequestBytes:{type:"\
integer",minimum:1},fetchResponseBytes:{type:"integer",minimum:1},fetchMs:{type:"integer",minimum:1},storeBytes:{type:"integer",minimum:1},storeKeys:{type:"inte\
ger",minimum:1},storeValueBytes:{type:"integer",minimum:1}}},c=Object.prototype.hasOwnProperty,J=Be().default,rr=new RegExp("^[a-z0-9][a-z0-9-]{0,63}$","u"),tr=new RegExp(
"^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$","u"),Ze=new RegExp("^[^\\u0000-\\u0008\
\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$","u"),xe=new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u202\
9\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$","u"),Ke=new RegExp("^https?://[!-~]+$","u"),sr=new RegExp("^(?!.*(^|/)(\\.|node_modules/))[A-Za-z0-9_@.-\
]+(/[A-Za-z0-9_@.-]+)*\\.(js|mjs|ts|mts)$","u"),ir={type:"object",additionalProperties:!1,required:["name","description","inputSchema","outputSchema"],properties:{
name:{type:"string",pattern:"^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$"},title:{type:"string",minLength:1,maxLength:256,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u\
2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},description:{type:"string",minLength:1,maxLength:8192,pattern:"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\\
u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},inputSchema:{type:"object",required:["type"],properties:{type:{const:"object"}}},outputSchema:{
type:"object"},annotations:{$ref:"#/$defs/annotations"},export:{type:"string",maxLength:128,pattern:"^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$"},limits:{
$ref:"#/$defs/limits"},examples:{type:"array",maxItems:64,items:{$ref:"#/$defs/example"}}}};var nr=new RegExp("^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$","u"),ar=new RegExp("^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$","u");function re(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=re.evaluated;if(x.dynamicProps&&(x.props=
void 0),x.dynamicItems&&(x.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean"&&r!==null)return re.errors=[n],!1;if(e===0&&r&&typeof r==
"object"&&!Array.isArray(r)){let I=e;for(let _ of Object.keys(r))if(!(_==="key"||_==="version"||_==="expiresAt"||_==="value"||_==="entries"||_==="next")){return re.
errors=[n],!1;break}if(I===e){if(r.key!==void 0&&c.call(r,"key")){let _=r.key,o=e;if(e===o)if(typeof _=="string"){if(J(_)>1024)return re.errors=[n],!1}else return re.
errors=[n],!1;var a=o===e}else var a=!0;if(a){if(r.version!==void 0&&c.call(r,"version")){let _=r.version,o=e;if(e===o)if(typeof _=="string"){if(J(_)>1024)return re.
errors=[n],!1}else return re.errors=[n],!1;var a=o===e}else var a=!0;if(a){if(r.expiresAt!==void 0&&c.call(r,"expiresAt")){let _=r.expiresAt,o=e;if(!(typeof _==
"number"&&!(_%1)&&!isNaN(_)&&isFinite(_)))return re.errors=[n],!1;if(e===o&&typeof _=="number"&&isFinite(_)&&(_<0||isNaN(_)))return re.errors=[n],!1;var a=o===e}else
var a=!0;if(a){if(r.value!==void 0&&c.call(r,"value")){let _=e;if(typeof r.value!="string")return re.errors=[n],!1;var a=_===e}else var a=!0;if(a){if(r.entries!==
void 0&&c.call(r,"entries")){let _=r.entries,o=e;if(e===o)if(Array.isArray(_)){if(_.length>1e3)return re.errors=[n],!1;{var y=!0;let A=_.length;for(let $=0;$<A;$++){
let d=_[$],f=e;if(e===e)if(d&&typeof d=="object"&&!Array.isArray(d)){let N;if((d.key===void 0||!c.call(d,"key"))&&(N="key")||(d.version===void 0||!c.call(d,"ver\
sion"))&&(N="version"))return re.errors=[n],!1;{let m=e;for(let b of Object.keys(d))if(!(b==="key"||b==="version"||b==="expiresAt")){return re.errors=[n],!1;break}
if(m===e){if(d.key!==void 0&&c.call(d,"key")){let b=d.key,g=e;if(e===g)if(typeof b=="string"){if(J(b)>1024)return re.errors=[n],!1}else return re.errors=[n],!1;
var l=g===e}else var l=!0;if(l){if(d.version!==void 0&&c.call(d,"version")){let b=d.version,g=e;if(e===g)if(typeof b=="string"){if(J(b)>1024)return re.errors=[n],
!1}else return re.errors=[n],!1;var l=g===e}else var l=!0;if(l)if(d.expiresAt!==void 0&&c.call(d,"expiresAt")){let b=d.expiresAt,g=e;if(!(typeof b=="number"&&!(b%
1)&&!isNaN(b)&&isFinite(b)))return re.errors=[n],!1;if(e===g&&typeof b=="number"&&isFinite(b)&&(b<0||isNaN(b)))return re.errors=[n],!1;var l=g===e}else var l=!0}}}}else
return re.errors=[n],!1;var y=f===e;if(!y)break}}}else return re.errors=[n],!1;var a=o===e}else var a=!0;if(a)if(r.next!==void 0&&c.call(r,"next")){let _=r.next,
o=e;if(e===o)if(typeof _=="string"){if(J(_)>1024)return re.errors=[n],!1}else return re.errors=[n],!1;var a=o===e}else var a=!0}}}}}}return re.errors=t,e===0}re.
evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var fr=new RegExp("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$","u"),lr=new RegExp("^[\\t -~]*$","u"),or=new RegExp(
"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$","u"),Ge=new RegExp("^(?!(CONNECT|TRACE|TRACK)$)[A-Z]{1,20}$","u"),ur=new RegExp("^[A-Z][A-Za-z]{0\
,63}$","u");function F(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=F.evaluated;x.dynamicProps&&
(x.props=void 0),x.dynamicItems&&(x.items=void 0);let a=e,y=!1,l=null,I=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let v;if((r.answer===void 0||!c.call(r,"a\
nswer"))&&(v="answer")){let p=n;t===null?t=[p]:t.push(p),e++}}var o=I===e;o&&(y=!0,l=0);let _=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let v;if((r.error===
void 0||!c.call(r,"error"))&&(v="error")){let p=n;t===null?t=[p]:t.push(p),e++}}var o=_===e;if(o&&y?(y=!1,l=[l,1]):o&&(y=!0,l=1),y){e=a,t!==null&&(a?t.length=a:
t=null);let v=e,p=!0,te=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let W;if((r.store===void 0||!c.call(r,"store"))&&(W="store")){let X={};t===null?t=[X]:t.push(
X),e++}}var s=te===e;e=v,t!==null&&(v?t.length=v:t=null);let K;if(s){let W=e;if(r&&typeof r=="object"&&!Array.isArray(r)){if(r.fetch!==void 0&&c.call(r,"fetch")){
var A=!1;return F.errors=[n],!1}else var A=!0;if(A){if(r.method!==void 0&&c.call(r,"method")){var A=!1;return F.errors=[n],!1}else var A=!0;if(A)if(r.answer!==void 0&&
c.call(r,"answer")){let ee=e;re(r.answer,{instancePath:j+"/answer",parentData:r,parentDataProperty:"answer",rootData:k,dynamicAnchors:h})||(t=t===null?re.errors:
t.concat(re.errors),e=t.length);var A=ee===e}else var A=!0}}var s=W===e;if(p=s,p){var $={};$.fetch=!0,$.method=!0,$.answer=!0}K="then"}else{let W=e;if(r&&typeof r==
"object"&&!Array.isArray(r)){let ee;if((r.fetch===void 0||!c.call(r,"fetch"))&&(ee="fetch"))return F.errors=[n],!1;if(r.answer!==void 0&&c.call(r,"answer")){let C=r.
answer;if(e===e)if(C&&typeof C=="object"&&!Array.isArray(C)){let ae=e;for(let V of Object.keys(C))if(!(V==="status"||V==="headers"||V==="body"||V==="json"||V===
"base64")){return F.errors=[n],!1;break}if(ae===e){if(C.status!==void 0&&c.call(C,"status")){let V=C.status,E=e;if(!(typeof V=="number"&&!(V%1)&&!isNaN(V)&&isFinite(
V)))return F.errors=[n],!1;if(e===E&&typeof V=="number"&&isFinite(V)){if(V>599||isNaN(V))return F.errors=[n],!1;if(V<200||isNaN(V))return F.errors=[n],!1}var d=E===
e}else var d=!0;if(d){if(C.headers!==void 0&&c.call(C,"headers")){let V=C.headers,E=e;if(e===E)if(V&&typeof V=="object"&&!Array.isArray(V)){if(Object.keys(V).length>
64)return F.errors=[n],!1;for(let _e of Object.keys(V)){let $e=e;if(typeof _e=="string"&&!fr.test(_e)){let me=n;t===null?t=[me]:t.push(me),e++}var f=$e===e;if(!f){
let me=n;return t===null?t=[me]:t.push(me),e++,F.errors=t,!1;break}}if(f)for(let _e of Object.keys(V)){let $e=V[_e],me=e;if(e===me)if(typeof $e=="string"){if(J(
$e)>8192)return F.errors=[n],!1;if(!lr.test($e))return F.errors=[n],!1}else return F.errors=[n],!1;var i=me===e;if(!i)break}}else return F.errors=[n],!1;var d=E===
e}else var d=!0;if(d){if(C.body!==void 0&&c.call(C,"body")){let V=e;if(typeof C.body!="string")return F.errors=[n],!1;var d=V===e}else var d=!0;if(d){if(C.base64!==
void 0&&c.call(C,"base64")){let V=C.base64,E=e;if(e===E)if(typeof V=="string"){if(!or.test(V))return F.errors=[n],!1}else return F.errors=[n],!1;var d=E===e}else
var d=!0;if(d){if(C.body!==void 0&&c.call(C,"body")){let V=e;if(C&&typeof C=="object"&&!Array.isArray(C)){if(C.json!==void 0&&c.call(C,"json")){var u=!1;return F.
errors=[n],!1}else var u=!0;if(u)if(C.base64!==void 0&&c.call(C,"base64")){var u=!1;return F.errors=[n],!1}else var u=!0}var N=V===e}else var N=!0;if(N)if(C.json!==
void 0&&c.call(C,"json")){let V=e;if(C&&typeof C=="object"&&!Array.isArray(C)&&C.base64!==void 0&&c.call(C,"base64"))return F.errors=[n],!1;var N=V===e}else var N=!0}}}}}}else
return F.errors=[n],!1}}var s=W===e;p=s,p&&$!==!0&&($=$||{},$.answer=!0),K="else"}if(!p){let W=n;return t===null?t=[W]:t.push(W),e++,F.errors=t,!1}}else{let v=n;
return t===null?t=[v]:t.push(v),e++,F.errors=t,!1}if(e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let v=e;for(let p of Object.keys(r))if(!(p==="fetch"||p===
"method"||p==="store"||p==="answer"||p==="error")){return F.errors=[n],!1;break}if(v===e){if(r.fetch!==void 0&&c.call(r,"fetch")){let p=r.fetch,te=e;if(e===te)if(typeof p==
"string"){if(J(p)>8192)return F.errors=[n],!1;if(!Ke.test(p))return F.errors=[n],!1}else return F.errors=[n],!1;var m=te===e}else var m=!0;if(m){if(r.method!==void 0&&
c.call(r,"method")){let p=r.method,te=e;if(e===te)if(typeof p=="string"){if(!Ge.test(p))return F.errors=[n],!1}else return F.errors=[n],!1;var m=te===e}else var m=!0;
if(m){if(r.store!==void 0&&c.call(r,"store")){let p=r.store,te=e,K=e,W=e,X=!0,ee=e;if(p&&typeof p=="object"&&!Array.isArray(p)&&p.op!==void 0&&c.call(p,"op")&&p.
op!=="list"){let ae={};t===null?t=[ae]:t.push(ae),e++}var b=ee===e;e=W,t!==null&&(W?t.length=W:t=null);let C;if(b){let ae=e;if(p&&typeof p=="object"&&!Array.isArray(
p)){if(p.key!==void 0&&c.call(p,"key")){var g=!1;return F.errors=[n],!1}else var g=!0;if(g){if(p.value!==void 0&&c.call(p,"value")){var g=!1;return F.errors=[n],
!1}else var g=!0;if(g){if(p.ttlMs!==void 0&&c.call(p,"ttlMs")){var g=!1;return F.errors=[n],!1}else var g=!0;if(g)if(p.ifVersion!==void 0&&c.call(p,"ifVersion")){
var g=!1;return F.errors=[n],!1}else var g=!0}}}var b=ae===e;if(X=b,X){var B={};B.key=!0,B.value=!0,B.ttlMs=!0,B.ifVersion=!0,B.op=!0}C="then"}else{let ae=e;if(p&&
typeof p=="object"&&!Array.isArray(p)){let E;if((p.key===void 0||!c.call(p,"key"))&&(E="key"))return F.errors=[n],!1;if(p.prefix!==void 0&&c.call(p,"prefix")){var Y=!1;
return F.errors=[n],!1}else var Y=!0;if(Y){if(p.after!==void 0&&c.call(p,"after")){var Y=!1;return F.errors=[n],!1}else var Y=!0;if(Y)if(p.limit!==void 0&&c.call(
p,"limit")){var Y=!1;return F.errors=[n],!1}else var Y=!0}}var b=ae===e;X=b,X&&B!==!0&&(B=B||{},B.prefix=!0,B.after=!0,B.limit=!0),C="else"}if(!X){let ae=n;return t===
null?t=[ae]:t.push(ae),e++,F.errors=t,!1}if(e===K)if(p&&typeof p=="object"&&!Array.isArray(p)){let ae;if((p.op===void 0||!c.call(p,"op"))&&(ae="op"))return F.errors=
[n],!1;{let V=e;for(let E of Object.keys(p))if(!(E==="op"||E==="key"||E==="value"||E==="ttlMs"||E==="ifVersion"||E==="prefix"||E==="after"||E==="limit")){return F.
errors=[n],!1;break}if(V===e){if(p.op!==void 0&&c.call(p,"op")){let E=p.op,ie=e;if(!(E==="get"||E==="set"||E==="delete"||E==="list"))return F.errors=[n],!1;var S=ie===
e}else var S=!0;if(S){if(p.key!==void 0&&c.call(p,"key")){let E=p.key,ie=e;if(e===ie)if(typeof E=="string"){if(J(E)>1024)return F.errors=[n],!1}else return F.errors=
[n],!1;var S=ie===e}else var S=!0;if(S){if(p.value!==void 0&&c.call(p,"value")){let E=e;if(typeof p.value!="string")return F.errors=[n],!1;var S=E===e}else var S=!0;
if(S){if(p.ttlMs!==void 0&&c.call(p,"ttlMs")){let E=p.ttlMs,ie=e;if(!(typeof E=="number"&&!(E%1)&&!isNaN(E)&&isFinite(E)))return F.errors=[n],!1;if(e===ie&&typeof E==
"number"&&isFinite(E)&&(E<1||isNaN(E)))return F.errors=[n],!1;var S=ie===e}else var S=!0;if(S){if(p.ifVersion!==void 0&&c.call(p,"ifVersion")){let E=p.ifVersion,
ie=e;if(typeof E!="string"&&E!==null)return F.errors=[n],!1;if(e===ie&&typeof E=="string"&&J(E)>1024)return F.errors=[n],!1;var S=ie===e}else var S=!0;if(S){if(p.
prefix!==void 0&&c.call(p,"prefix")){let E=p.prefix,ie=e;if(e===ie)if(typeof E=="string"){if(J(E)>1024)return F.errors=[n],!1}else return F.errors=[n],!1;var S=ie===
e}else var S=!0;if(S){if(p.after!==void 0&&c.call(p,"after")){let E=p.after,ie=e;if(e===ie)if(typeof E=="string"){if(J(E)>1024)return F.errors=[n],!1}else return F.
errors=[n],!1;var S=ie===e}else var S=!0;if(S)if(p.limit!==void 0&&c.call(p,"limit")){let E=p.limit,ie=e;if(!(typeof E=="number"&&!(E%1)&&!isNaN(E)&&isFinite(E)))
return F.errors=[n],!1;if(e===ie&&typeof E=="number"&&isFinite(E)&&(E<1||isNaN(E)))return F.errors=[n],!1;var S=ie===e}else var S=!0}}}}}}}}}else return F.errors=
[n],!1;var m=te===e}else var m=!0;if(m)if(r.error!==void 0&&c.call(r,"error")){let p=r.error,te=e;if(e===e)if(p&&typeof p=="object"&&!Array.isArray(p)){let X;if((p.
name===void 0||!c.call(p,"name"))&&(X="name")||(p.message===void 0||!c.call(p,"message"))&&(X="message"))return F.errors=[n],!1;{let ee=e;for(let C of Object.keys(
p))if(!(C==="name"||C==="message")){return F.errors=[n],!1;break}if(ee===e){if(p.name!==void 0&&c.call(p,"name")){let C=p.name,pe=e;if(e===pe)if(typeof C=="stri\
ng"){if(!ur.test(C))return F.errors=[n],!1}else return F.errors=[n],!1;var O=pe===e}else var O=!0;if(O)if(p.message!==void 0&&c.call(p,"message")){let C=p.message,
pe=e;if(e===pe)if(typeof C=="string"){if(J(C)>1024)return F.errors=[n],!1;if(!xe.test(C))return F.errors=[n],!1}else return F.errors=[n],!1;var O=pe===e}else var O=!0}}}else
return F.errors=[n],!1;var m=te===e}else var m=!0}}}}else return F.errors=[n],!1;return F.errors=t,e===0}F.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
function de(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=de.evaluated;if(x.dynamicProps&&(x.props=
void 0),x.dynamicItems&&(x.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let l;if((r.arguments===void 0||!c.call(r,"arguments"))&&(l="argumen\
ts")||(r.result===void 0||!c.call(r,"result"))&&(l="result"))return de.errors=[n],!1;{let I=e;for(let _ of Object.keys(r))if(!(_==="description"||_==="arguments"||
_==="result"||_==="effects")){return de.errors=[n],!1;break}if(I===e){if(r.description!==void 0&&c.call(r,"description")){let _=r.description,o=e;if(e===o)if(typeof _==
"string"){if(J(_)>1024)return de.errors=[n],!1;if(J(_)<1)return de.errors=[n],!1;if(!Ze.test(_))return de.errors=[n],!1}else return de.errors=[n],!1;var a=o===e}else
var a=!0;if(a){if(r.arguments!==void 0&&c.call(r,"arguments")){let _=r.arguments,o=e;if(!(_&&typeof _=="object"&&!Array.isArray(_)))return de.errors=[n],!1;var a=o===
e}else var a=!0;if(a)if(r.effects!==void 0&&c.call(r,"effects")){let _=r.effects,o=e;if(e===o)if(Array.isArray(_)){if(_.length>64)return de.errors=[n],!1;{var y=!0;
let A=_.length;for(let $=0;$<A;$++){let d=e;F(_[$],{instancePath:j+"/effects/"+$,parentData:_,parentDataProperty:$,rootData:k,dynamicAnchors:h})||(t=t===null?F.
errors:t.concat(F.errors),e=t.length);var y=d===e;if(!y)break}}}else return de.errors=[n],!1;var a=o===e}else var a=!0}}}}else return de.errors=[n],!1;return de.
errors=t,e===0}de.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function D(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){
let t=null,e=0,x=D.evaluated;if(x.dynamicProps&&(x.props=void 0),x.dynamicItems&&(x.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let _;if((r.
name===void 0||!c.call(r,"name"))&&(_="name")||(r.description===void 0||!c.call(r,"description"))&&(_="description")||(r.inputSchema===void 0||!c.call(r,"inputS\
chema"))&&(_="inputSchema")||(r.outputSchema===void 0||!c.call(r,"outputSchema"))&&(_="outputSchema"))return D.errors=[n],!1;{let o=e;for(let s of Object.keys(r))
if(!c.call(ir.properties,s)){return D.errors=[n],!1;break}if(o===e){if(r.name!==void 0&&c.call(r,"name")){let s=r.name,A=e;if(e===A)if(typeof s=="string"){if(!nr.
test(s))return D.errors=[n],!1}else return D.errors=[n],!1;var a=A===e}else var a=!0;if(a){if(r.title!==void 0&&c.call(r,"title")){let s=r.title,A=e;if(e===A)if(typeof s==
"string"){if(J(s)>256)return D.errors=[n],!1;if(J(s)<1)return D.errors=[n],!1;if(!xe.test(s))return D.errors=[n],!1}else return D.errors=[n],!1;var a=A===e}else
var a=!0;if(a){if(r.description!==void 0&&c.call(r,"description")){let s=r.description,A=e;if(e===A)if(typeof s=="string"){if(J(s)>8192)return D.errors=[n],!1;if(J(
s)<1)return D.errors=[n],!1;if(!Ze.test(s))return D.errors=[n],!1}else return D.errors=[n],!1;var a=A===e}else var a=!0;if(a){if(r.inputSchema!==void 0&&c.call(
r,"inputSchema")){let s=r.inputSchema,A=e;if(e===A)if(s&&typeof s=="object"&&!Array.isArray(s)){let d;if((s.type===void 0||!c.call(s,"type"))&&(d="type"))return D.
errors=[n],!1;if(s.type!==void 0&&c.call(s,"type")&&s.type!=="object")return D.errors=[n],!1}else return D.errors=[n],!1;var a=A===e}else var a=!0;if(a){if(r.outputSchema!==
void 0&&c.call(r,"outputSchema")){let s=r.outputSchema,A=e;if(!(s&&typeof s=="object"&&!Array.isArray(s)))return D.errors=[n],!1;var a=A===e}else var a=!0;if(a){
if(r.annotations!==void 0&&c.call(r,"annotations")){let s=r.annotations,A=e;if(e===e)if(s&&typeof s=="object"&&!Array.isArray(s)){let f=e;for(let i of Object.keys(
s))if(!(i==="title"||i==="readOnlyHint"||i==="destructiveHint"||i==="idempotentHint"||i==="openWorldHint")){return D.errors=[n],!1;break}if(f===e){if(s.title!==
void 0&&c.call(s,"title")){let i=s.title,u=e;if(e===u)if(typeof i=="string"){if(J(i)>256)return D.errors=[n],!1;if(J(i)<1)return D.errors=[n],!1;if(!xe.test(i))
return D.errors=[n],!1}else return D.errors=[n],!1;var y=u===e}else var y=!0;if(y){if(s.readOnlyHint!==void 0&&c.call(s,"readOnlyHint")){let i=e;if(typeof s.readOnlyHint!=
"boolean")return D.errors=[n],!1;var y=i===e}else var y=!0;if(y){if(s.destructiveHint!==void 0&&c.call(s,"destructiveHint")){let i=e;if(typeof s.destructiveHint!=
"boolean")return D.errors=[n],!1;var y=i===e}else var y=!0;if(y){if(s.idempotentHint!==void 0&&c.call(s,"idempotentHint")){let i=e;if(typeof s.idempotentHint!="\
boolean")return D.errors=[n],!1;var y=i===e}else var y=!0;if(y)if(s.openWorldHint!==void 0&&c.call(s,"openWorldHint")){let i=e;if(typeof s.openWorldHint!="boole\
an")return D.errors=[n],!1;var y=i===e}else var y=!0}}}}}else return D.errors=[n],!1;var a=A===e}else var a=!0;if(a){if(r.export!==void 0&&c.call(r,"export")){let s=r.
export,A=e;if(e===A)if(typeof s=="string"){if(J(s)>128)return D.errors=[n],!1;if(!ar.test(s))return D.errors=[n],!1}else return D.errors=[n],!1;var a=A===e}else
var a=!0;if(a){if(r.limits!==void 0&&c.call(r,"limits")){let s=r.limits,A=e;if(e===e)if(s&&typeof s=="object"&&!Array.isArray(s)){let f=e;for(let i of Object.keys(
s))if(!c.call(We.properties,i)){return D.errors=[n],!1;break}if(f===e){if(s.cpuMs!==void 0&&c.call(s,"cpuMs")){let i=s.cpuMs,u=e;if(!(typeof i=="number"&&!(i%1)&&
!isNaN(i)&&isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[n],!1;var l=u===e}else var l=!0;if(l){
if(s.wallMs!==void 0&&c.call(s,"wallMs")){let i=s.wallMs,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i==
"number"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[n],!1;var l=u===e}else var l=!0;if(l){if(s.memoryMb!==void 0&&c.call(s,"memoryMb")){let i=s.memoryMb,u=e;
if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[n],!1;
var l=u===e}else var l=!0;if(l){if(s.argumentsBytes!==void 0&&c.call(s,"argumentsBytes")){let i=s.argumentsBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&
isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[n],!1;var l=u===e}else var l=!0;if(l){if(s.resultBytes!==
void 0&&c.call(s,"resultBytes")){let i=s.resultBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i=="nu\
mber"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[n],!1;var l=u===e}else var l=!0;if(l){if(s.resultDepth!==void 0&&c.call(s,"resultDepth")){let i=s.resultDepth,
u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[
n],!1;var l=u===e}else var l=!0;if(l){if(s.logBytes!==void 0&&c.call(s,"logBytes")){let i=s.logBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))
return D.errors=[n],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[n],!1;var l=u===e}else var l=!0;if(l){if(s.logLines!==void 0&&
c.call(s,"logLines")){let i=s.logLines,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i=="number"&&isFinite(
i)&&(i<1||isNaN(i)))return D.errors=[n],!1;var l=u===e}else var l=!0;if(l){if(s.hostCalls!==void 0&&c.call(s,"hostCalls")){let i=s.hostCalls,u=e;if(!(typeof i==
"number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[n],!1;var l=u===e}else
var l=!0;if(l){if(s.fetchCalls!==void 0&&c.call(s,"fetchCalls")){let i=s.fetchCalls,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return D.errors=
[n],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[n],!1;var l=u===e}else var l=!0;if(l){if(s.fetchConcurrency!==void 0&&c.call(
s,"fetchConcurrency")){let i=s.fetchConcurrency,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i=="number"&&
isFinite(i)&&(i<1||isNaN(i)))return D.errors=[n],!1;var l=u===e}else var l=!0;if(l){if(s.fetchRequestBytes!==void 0&&c.call(s,"fetchRequestBytes")){let i=s.fetchRequestBytes,
u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[
n],!1;var l=u===e}else var l=!0;if(l){if(s.fetchResponseBytes!==void 0&&c.call(s,"fetchResponseBytes")){let i=s.fetchResponseBytes,u=e;if(!(typeof i=="number"&&
!(i%1)&&!isNaN(i)&&isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[n],!1;var l=u===e}else var l=!0;
if(l){if(s.fetchMs!==void 0&&c.call(s,"fetchMs")){let i=s.fetchMs,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return D.errors=[n],!1;if(e===u&&
typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[n],!1;var l=u===e}else var l=!0;if(l){if(s.storeBytes!==void 0&&c.call(s,"storeBytes")){let i=s.
storeBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return D.
errors=[n],!1;var l=u===e}else var l=!0;if(l){if(s.storeKeys!==void 0&&c.call(s,"storeKeys")){let i=s.storeKeys,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&
isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[n],!1;var l=u===e}else var l=!0;if(l)if(s.storeValueBytes!==
void 0&&c.call(s,"storeValueBytes")){let i=s.storeValueBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return D.errors=[n],!1;if(e===u&&typeof i==
"number"&&isFinite(i)&&(i<1||isNaN(i)))return D.errors=[n],!1;var l=u===e}else var l=!0}}}}}}}}}}}}}}}}}else return D.errors=[n],!1;var a=A===e}else var a=!0;if(a)
if(r.examples!==void 0&&c.call(r,"examples")){let s=r.examples,A=e;if(e===A)if(Array.isArray(s)){if(s.length>64)return D.errors=[n],!1;{var I=!0;let d=s.length;
for(let f=0;f<d;f++){let i=e;de(s[f],{instancePath:j+"/examples/"+f,parentData:s,parentDataProperty:f,rootData:k,dynamicAnchors:h})||(t=t===null?de.errors:t.concat(
de.errors),e=t.length);var I=i===e;if(!I)break}}}else return D.errors=[n],!1;var a=A===e}else var a=!0}}}}}}}}}}else return D.errors=[n],!1;return D.errors=t,e===
0}D.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var cr=new RegExp("^/[!-~]*$","u"),pr=new RegExp("^[A-Z][A-Z0-9_]{0,63}$","u"),dr=new RegExp("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$","u");function z(r,{instancePath:j="",
parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=z.evaluated;if(x.dynamicProps&&(x.props=void 0),x.dynamicItems&&(x.items=
void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let d=e;for(let f of Object.keys(r))if(!(f==="fetch"||f==="store"||f==="secrets")){return z.errors=[n],
!1;break}if(d===e){if(r.fetch!==void 0&&c.call(r,"fetch")){let f=r.fetch,i=e;if(e===i)if(Array.isArray(f)){if(f.length>64)return z.errors=[n],!1;{var a=!0;let u=f.
length;for(let N=0;N<u;N++){let m=f[N],b=e;if(e===e)if(m&&typeof m=="object"&&!Array.isArray(m)){let Y;if((m.origin===void 0||!c.call(m,"origin"))&&(Y="origin"))
return z.errors=[n],!1;{let S=e;for(let O of Object.keys(m))if(!(O==="origin"||O==="methods"||O==="path"||O==="optional")){return z.errors=[n],!1;break}if(S===e){
if(m.origin!==void 0&&c.call(m,"origin")){let O=m.origin,v=e;if(e===v)if(typeof O=="string"){if(J(O)>300)return z.errors=[n],!1}else return z.errors=[n],!1;var y=v===
e}else var y=!0;if(y){if(m.methods!==void 0&&c.call(m,"methods")){let O=m.methods,v=e;if(e===v)if(Array.isArray(O)){if(O.length>16)return z.errors=[n],!1;if(O.length<
1)return z.errors=[n],!1;{var l=!0;let te=O.length;for(let K=0;K<te;K++){let W=O[K],X=e;if(e===X)if(typeof W=="string"){if(!Ge.test(W))return z.errors=[n],!1}else
return z.errors=[n],!1;var l=X===e;if(!l)break}if(l){let K=O.length,W;if(K>1){let X={};for(;K--;){let ee=O[K];if(typeof ee=="string"){if(typeof X[ee]=="number"){
return W=X[ee],z.errors=[n],!1;break}X[ee]=K}}}}}}else return z.errors=[n],!1;var y=v===e}else var y=!0;if(y){if(m.path!==void 0&&c.call(m,"path")){let O=m.path,
v=e;if(e===v)if(typeof O=="string"){if(J(O)>1024)return z.errors=[n],!1;if(!cr.test(O))return z.errors=[n],!1}else return z.errors=[n],!1;var y=v===e}else var y=!0;
if(y)if(m.optional!==void 0&&c.call(m,"optional")){let O=e;if(typeof m.optional!="boolean")return z.errors=[n],!1;var y=O===e}else var y=!0}}}}}else return z.errors=
[n],!1;var a=b===e;if(!a)break}}}else return z.errors=[n],!1;var I=i===e}else var I=!0;if(I){if(r.store!==void 0&&c.call(r,"store")){let f=r.store,i=e;if(e===e)
if(f&&typeof f=="object"&&!Array.isArray(f)){let m=e;for(let b of Object.keys(f))if(!(b==="scope"||b==="optional")){return z.errors=[n],!1;break}if(m===e){if(f.
scope!==void 0&&c.call(f,"scope")){let b=f.scope,g=e;if(!(b==="plugin"||b==="caller"))return z.errors=[n],!1;var _=g===e}else var _=!0;if(_)if(f.optional!==void 0&&
c.call(f,"optional")){let b=e;if(typeof f.optional!="boolean")return z.errors=[n],!1;var _=b===e}else var _=!0}}else return z.errors=[n],!1;var I=i===e}else var I=!0;
if(I)if(r.secrets!==void 0&&c.call(r,"secrets")){let f=r.secrets,i=e;if(e===i)if(Array.isArray(f)){if(f.length>32)return z.errors=[n],!1;{var o=!0;let N=f.length;
for(let m=0;m<N;m++){let b=f[m],g=e;if(e===e)if(b&&typeof b=="object"&&!Array.isArray(b)){let S;if((b.name===void 0||!c.call(b,"name"))&&(S="name")||(b.origin===
void 0||!c.call(b,"origin"))&&(S="origin"))return z.errors=[n],!1;{let O=e;for(let v of Object.keys(b))if(!(v==="name"||v==="origin"||v==="headers"||v==="parame\
ters"||v==="description"||v==="optional")){return z.errors=[n],!1;break}if(O===e){if(b.name!==void 0&&c.call(b,"name")){let v=b.name,p=e;if(e===p)if(typeof v=="\
string"){if(!pr.test(v))return z.errors=[n],!1}else return z.errors=[n],!1;var s=p===e}else var s=!0;if(s){if(b.origin!==void 0&&c.call(b,"origin")){let v=b.origin,
p=e;if(e===p)if(typeof v=="string"){if(J(v)>300)return z.errors=[n],!1}else return z.errors=[n],!1;var s=p===e}else var s=!0;if(s){if(b.headers!==void 0&&c.call(
b,"headers")){let v=b.headers,p=e;if(e===p)if(Array.isArray(v)){if(v.length>8)return z.errors=[n],!1;if(v.length<1)return z.errors=[n],!1;{var A=!0;let K=v.length;
for(let W=0;W<K;W++){let X=v[W],ee=e;if(e===ee)if(typeof X=="string"){if(!dr.test(X))return z.errors=[n],!1}else return z.errors=[n],!1;var A=ee===e;if(!A)break}}}else
return z.errors=[n],!1;var s=p===e}else var s=!0;if(s){if(b.parameters!==void 0&&c.call(b,"parameters")){let v=b.parameters,p=e;if(e===p)if(Array.isArray(v)){if(v.
length>8)return z.errors=[n],!1;if(v.length<1)return z.errors=[n],!1;{var $=!0;let K=v.length;for(let W=0;W<K;W++){let X=v[W],ee=e;if(e===ee)if(typeof X=="strin\
g"){if(J(X)>100)return z.errors=[n],!1;if(J(X)<1)return z.errors=[n],!1}else return z.errors=[n],!1;var $=ee===e;if(!$)break}}}else return z.errors=[n],!1;var s=p===
e}else var s=!0;if(s){if(b.description!==void 0&&c.call(b,"description")){let v=b.description,p=e;if(e===p)if(typeof v=="string"){if(J(v)>1024)return z.errors=[
n],!1;if(J(v)<1)return z.errors=[n],!1;if(!xe.test(v))return z.errors=[n],!1}else return z.errors=[n],!1;var s=p===e}else var s=!0;if(s)if(b.optional!==void 0&&
c.call(b,"optional")){let v=e;if(typeof b.optional!="boolean")return z.errors=[n],!1;var s=v===e}else var s=!0}}}}}}}else return z.errors=[n],!1;var o=g===e;if(!o)
break}}}else return z.errors=[n],!1;var I=i===e}else var I=!0}}}else return z.errors=[n],!1;return z.errors=t,e===0}z.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
function R(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=R.evaluated;if(x.dynamicProps&&(x.props=
void 0),x.dynamicItems&&(x.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let I;if((r.name===void 0||!c.call(r,"name"))&&(I="name")||(r.tools===
void 0||!c.call(r,"tools"))&&(I="tools"))return R.errors=[n],!1;{let _=e;for(let o of Object.keys(r))if(!c.call(er.properties,o)){return R.errors=[n],!1;break}if(_===
e){if(r.$schema!==void 0&&c.call(r,"$schema")){let o=r.$schema,s=e;if(e===s)if(typeof o=="string"){if(J(o)>2048)return R.errors=[n],!1}else return R.errors=[n],
!1;var a=s===e}else var a=!0;if(a){if(r.name!==void 0&&c.call(r,"name")){let o=r.name,s=e;if(e===s)if(typeof o=="string"){if(!rr.test(o))return R.errors=[n],!1}else
return R.errors=[n],!1;var a=s===e}else var a=!0;if(a){if(r.version!==void 0&&c.call(r,"version")){let o=r.version,s=e;if(e===s)if(typeof o=="string"){if(J(o)>128)
return R.errors=[n],!1;if(!tr.test(o))return R.errors=[n],!1}else return R.errors=[n],!1;var a=s===e}else var a=!0;if(a){if(r.description!==void 0&&c.call(r,"de\
scription")){let o=r.description,s=e;if(e===s)if(typeof o=="string"){if(J(o)>8192)return R.errors=[n],!1;if(J(o)<1)return R.errors=[n],!1;if(!Ze.test(o))return R.
errors=[n],!1}else return R.errors=[n],!1;var a=s===e}else var a=!0;if(a){if(r.author!==void 0&&c.call(r,"author")){let o=r.author,s=e;if(e===s)if(typeof o=="st\
ring"){if(J(o)>256)return R.errors=[n],!1;if(J(o)<1)return R.errors=[n],!1;if(!xe.test(o))return R.errors=[n],!1}else return R.errors=[n],!1;var a=s===e}else var a=!0;
if(a){if(r.license!==void 0&&c.call(r,"license")){let o=r.license,s=e;if(e===s)if(typeof o=="string"){if(J(o)>128)return R.errors=[n],!1;if(J(o)<1)return R.errors=
[n],!1;if(!xe.test(o))return R.errors=[n],!1}else return R.errors=[n],!1;var a=s===e}else var a=!0;if(a){if(r.homepage!==void 0&&c.call(r,"homepage")){let o=r.homepage,
s=e;if(e===s)if(typeof o=="string"){if(J(o)>2048)return R.errors=[n],!1;if(!Ke.test(o))return R.errors=[n],!1}else return R.errors=[n],!1;var a=s===e}else var a=!0;
if(a){if(r.entry!==void 0&&c.call(r,"entry")){let o=r.entry,s=e;if(e===s)if(typeof o=="string"){if(J(o)>256)return R.errors=[n],!1;if(!sr.test(o))return R.errors=
[n],!1}else return R.errors=[n],!1;var a=s===e}else var a=!0;if(a){if(r.tools!==void 0&&c.call(r,"tools")){let o=r.tools,s=e;if(e===s)if(Array.isArray(o)){if(o.
length>128)return R.errors=[n],!1;if(o.length<1)return R.errors=[n],!1;{var y=!0;let $=o.length;for(let d=0;d<$;d++){let f=e;D(o[d],{instancePath:j+"/tools/"+d,
parentData:o,parentDataProperty:d,rootData:k,dynamicAnchors:h})||(t=t===null?D.errors:t.concat(D.errors),e=t.length);var y=f===e;if(!y)break}}}else return R.errors=
[n],!1;var a=s===e}else var a=!0;if(a){if(r.limits!==void 0&&c.call(r,"limits")){let o=r.limits,s=e;if(e===e)if(o&&typeof o=="object"&&!Array.isArray(o)){let d=e;
for(let f of Object.keys(o))if(!c.call(We.properties,f)){return R.errors=[n],!1;break}if(d===e){if(o.cpuMs!==void 0&&c.call(o,"cpuMs")){let f=o.cpuMs,i=e;if(!(typeof f==
"number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===i&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.errors=[n],!1;var l=i===e}else
var l=!0;if(l){if(o.wallMs!==void 0&&c.call(o,"wallMs")){let f=o.wallMs,i=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===
i&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.errors=[n],!1;var l=i===e}else var l=!0;if(l){if(o.memoryMb!==void 0&&c.call(o,"memoryMb")){let f=o.
memoryMb,i=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===i&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.
errors=[n],!1;var l=i===e}else var l=!0;if(l){if(o.argumentsBytes!==void 0&&c.call(o,"argumentsBytes")){let f=o.argumentsBytes,i=e;if(!(typeof f=="number"&&!(f%
1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===i&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.errors=[n],!1;var l=i===e}else var l=!0;if(l){
if(o.resultBytes!==void 0&&c.call(o,"resultBytes")){let f=o.resultBytes,i=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===
i&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.errors=[n],!1;var l=i===e}else var l=!0;if(l){if(o.resultDepth!==void 0&&c.call(o,"resultDepth")){let f=o.
resultDepth,i=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===i&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.
errors=[n],!1;var l=i===e}else var l=!0;if(l){if(o.logBytes!==void 0&&c.call(o,"logBytes")){let f=o.logBytes,i=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(
f)))return R.errors=[n],!1;if(e===i&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.errors=[n],!1;var l=i===e}else var l=!0;if(l){if(o.logLines!==void 0&&
c.call(o,"logLines")){let f=o.logLines,i=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===i&&typeof f=="number"&&isFinite(
f)&&(f<1||isNaN(f)))return R.errors=[n],!1;var l=i===e}else var l=!0;if(l){if(o.hostCalls!==void 0&&c.call(o,"hostCalls")){let f=o.hostCalls,i=e;if(!(typeof f==
"number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===i&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.errors=[n],!1;var l=i===e}else
var l=!0;if(l){if(o.fetchCalls!==void 0&&c.call(o,"fetchCalls")){let f=o.fetchCalls,i=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=
[n],!1;if(e===i&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.errors=[n],!1;var l=i===e}else var l=!0;if(l){if(o.fetchConcurrency!==void 0&&c.call(
o,"fetchConcurrency")){let f=o.fetchConcurrency,i=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===i&&typeof f=="number"&&
isFinite(f)&&(f<1||isNaN(f)))return R.errors=[n],!1;var l=i===e}else var l=!0;if(l){if(o.fetchRequestBytes!==void 0&&c.call(o,"fetchRequestBytes")){let f=o.fetchRequestBytes,
i=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===i&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.errors=[
n],!1;var l=i===e}else var l=!0;if(l){if(o.fetchResponseBytes!==void 0&&c.call(o,"fetchResponseBytes")){let f=o.fetchResponseBytes,i=e;if(!(typeof f=="number"&&
!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===i&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.errors=[n],!1;var l=i===e}else var l=!0;
if(l){if(o.fetchMs!==void 0&&c.call(o,"fetchMs")){let f=o.fetchMs,i=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===i&&
typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.errors=[n],!1;var l=i===e}else var l=!0;if(l){if(o.storeBytes!==void 0&&c.call(o,"storeBytes")){let f=o.
storeBytes,i=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===i&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.
errors=[n],!1;var l=i===e}else var l=!0;if(l){if(o.storeKeys!==void 0&&c.call(o,"storeKeys")){let f=o.storeKeys,i=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&
isFinite(f)))return R.errors=[n],!1;if(e===i&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return R.errors=[n],!1;var l=i===e}else var l=!0;if(l)if(o.storeValueBytes!==
void 0&&c.call(o,"storeValueBytes")){let f=o.storeValueBytes,i=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return R.errors=[n],!1;if(e===i&&typeof f==
"number"&&isFinite(f)&&(f<1||isNaN(f)))return R.errors=[n],!1;var l=i===e}else var l=!0}}}}}}}}}}}}}}}}}else return R.errors=[n],!1;var a=s===e}else var a=!0;if(a){
if(r.freshState!==void 0&&c.call(r,"freshState")){let o=e;if(r.freshState!=="isolate")return R.errors=[n],!1;var a=o===e}else var a=!0;if(a)if(r.capabilities!==
void 0&&c.call(r,"capabilities")){let o=e;z(r.capabilities,{instancePath:j+"/capabilities",parentData:r,parentDataProperty:"capabilities",rootData:k,dynamicAnchors:h})||
(t=t===null?z.errors:t.concat(z.errors),e=t.length);var a=o===e}else var a=!0}}}}}}}}}}}}}else return R.errors=[n],!1;return R.errors=t,e===0}R.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};var P={},yr=be;var w=Object.prototype.hasOwnProperty,vr=new RegExp("^[a-z0-9][a-z0-9-]{0,63}$","u"),mr={type:"object",properties:{version:{$ref:"#/$defs/version"},digest:{$ref:"\
#/$defs/digest"},key:{type:"string",maxLength:128},tools:{type:"object",additionalProperties:{$ref:"#/$defs/tool"}},dropped:{type:"object",additionalProperties:{
$ref:"#/$defs/tool"}},limits:{$ref:"#/$defs/limits"},toolLimits:{type:"object",additionalProperties:{$ref:"#/$defs/limits"}},freshState:{const:"isolate"},capabilities:{
$ref:"#/$defs/capabilities"},accepted:{type:"array",items:{$ref:"#/$defs/digest"},maxItems:64},versions:{type:"array",items:{$ref:"#/$defs/served"},maxItems:1e3},
pinned:{$ref:"#/$defs/version"}},required:["version","digest","tools","limits","toolLimits","capabilities","accepted"],additionalProperties:!1};var he=Be().default,ze=new RegExp("^sha256-[0-9a-f]{64}$","u");function G(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=G.evaluated;if(x.dynamicProps&&(x.props=
void 0),x.dynamicItems&&(x.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let $=e;for(let d of Object.keys(r))if(!(d==="fetch"||d==="store"||d===
"secrets")){return G.errors=[P],!1;break}if($===e){if(r.fetch!==void 0&&w.call(r,"fetch")){let d=r.fetch,f=e;if(e===f)if(Array.isArray(d)){if(d.length>64)return G.
errors=[P],!1;{var a=!0;let i=d.length;for(let u=0;u<i;u++){let N=d[u],m=e;if(e===e)if(N&&typeof N=="object"&&!Array.isArray(N)){let B;if((N.origin===void 0||!w.
call(N,"origin"))&&(B="origin")||(N.methods===void 0||!w.call(N,"methods"))&&(B="methods")||(N.path===void 0||!w.call(N,"path"))&&(B="path"))return G.errors=[P],
!1;{let Y=e;for(let S of Object.keys(N))if(!(S==="origin"||S==="methods"||S==="path")){return G.errors=[P],!1;break}if(Y===e){if(N.origin!==void 0&&w.call(N,"or\
igin")){let S=N.origin,O=e;if(e===O)if(typeof S=="string"){if(he(S)>300)return G.errors=[P],!1}else return G.errors=[P],!1;var y=O===e}else var y=!0;if(y){if(N.
methods!==void 0&&w.call(N,"methods")){let S=N.methods,O=e;if(e===O)if(Array.isArray(S)){if(S.length>16)return G.errors=[P],!1;{var l=!0;let p=S.length;for(let te=0;te<
p;te++){let K=S[te],W=e;if(e===W)if(typeof K=="string"){if(he(K)>20)return G.errors=[P],!1}else return G.errors=[P],!1;var l=W===e;if(!l)break}}}else return G.errors=
[P],!1;var y=O===e}else var y=!0;if(y)if(N.path!==void 0&&w.call(N,"path")){let S=N.path,O=e;if(e===O)if(typeof S=="string"){if(he(S)>1024)return G.errors=[P],!1}else
return G.errors=[P],!1;var y=O===e}else var y=!0}}}}else return G.errors=[P],!1;var a=m===e;if(!a)break}}}else return G.errors=[P],!1;var I=f===e}else var I=!0;
if(I){if(r.store!==void 0&&w.call(r,"store")){let d=r.store,f=e;if(e===f)if(d&&typeof d=="object"&&!Array.isArray(d)){let u;if((d.scope===void 0||!w.call(d,"sco\
pe"))&&(u="scope"))return G.errors=[P],!1;{let N=e;for(let m of Object.keys(d))if(m!=="scope"){return G.errors=[P],!1;break}if(N===e&&d.scope!==void 0&&w.call(d,
"scope")){let m=d.scope;if(!(m==="plugin"||m==="caller"))return G.errors=[P],!1}}}else return G.errors=[P],!1;var I=f===e}else var I=!0;if(I)if(r.secrets!==void 0&&
w.call(r,"secrets")){let d=r.secrets,f=e;if(e===f)if(Array.isArray(d)){if(d.length>32)return G.errors=[P],!1;{var _=!0;let u=d.length;for(let N=0;N<u;N++){let m=d[N],
b=e;if(e===e)if(m&&typeof m=="object"&&!Array.isArray(m)){let Y;if((m.name===void 0||!w.call(m,"name"))&&(Y="name")||(m.origin===void 0||!w.call(m,"origin"))&&(Y=
"origin"))return G.errors=[P],!1;{let S=e;for(let O of Object.keys(m))if(!(O==="name"||O==="origin"||O==="headers"||O==="parameters")){return G.errors=[P],!1;break}
if(S===e){if(m.name!==void 0&&w.call(m,"name")){let O=m.name,v=e;if(e===v)if(typeof O=="string"){if(he(O)>64)return G.errors=[P],!1}else return G.errors=[P],!1;
var o=v===e}else var o=!0;if(o){if(m.origin!==void 0&&w.call(m,"origin")){let O=m.origin,v=e;if(e===v)if(typeof O=="string"){if(he(O)>300)return G.errors=[P],!1}else
return G.errors=[P],!1;var o=v===e}else var o=!0;if(o){if(m.headers!==void 0&&w.call(m,"headers")){let O=m.headers,v=e;if(e===v)if(Array.isArray(O)){if(O.length>
8)return G.errors=[P],!1;{var s=!0;let te=O.length;for(let K=0;K<te;K++){let W=O[K],X=e;if(e===X)if(typeof W=="string"){if(he(W)>100)return G.errors=[P],!1}else
return G.errors=[P],!1;var s=X===e;if(!s)break}}}else return G.errors=[P],!1;var o=v===e}else var o=!0;if(o)if(m.parameters!==void 0&&w.call(m,"parameters")){let O=m.
parameters,v=e;if(e===v)if(Array.isArray(O)){if(O.length>8)return G.errors=[P],!1;{var A=!0;let te=O.length;for(let K=0;K<te;K++){let W=O[K],X=e;if(e===X)if(typeof W==
"string"){if(he(W)>100)return G.errors=[P],!1}else return G.errors=[P],!1;var A=X===e;if(!A)break}}}else return G.errors=[P],!1;var o=v===e}else var o=!0}}}}}else
return G.errors=[P],!1;var _=b===e;if(!_)break}}}else return G.errors=[P],!1;var I=f===e}else var I=!0}}}else return G.errors=[P],!1;return G.errors=t,e===0}G.evaluated=
{props:!0,dynamicProps:!1,dynamicItems:!1};function ge(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=ge.evaluated;if(x.dynamicProps&&(x.props=
void 0),x.dynamicItems&&(x.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let y;if((r.version===void 0||!w.call(r,"version"))&&(y="version")||
(r.digest===void 0||!w.call(r,"digest"))&&(y="digest"))return ge.errors=[P],!1;{let l=e;for(let I of Object.keys(r))if(!(I==="version"||I==="digest")){return ge.
errors=[P],!1;break}if(l===e){if(r.version!==void 0&&w.call(r,"version")){let I=r.version,_=e;if(e===e)if(typeof I=="string"){if(he(I)>128)return ge.errors=[P],
!1}else return ge.errors=[P],!1;var a=_===e}else var a=!0;if(a)if(r.digest!==void 0&&w.call(r,"digest")){let I=r.digest,_=e;if(e===e)if(typeof I=="string"){if(!ze.
test(I))return ge.errors=[P],!1}else return ge.errors=[P],!1;var a=_===e}else var a=!0}}}else return ge.errors=[P],!1;return ge.errors=t,e===0}ge.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function T(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=T.evaluated;
if(x.dynamicProps&&(x.props=void 0),x.dynamicItems&&(x.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let f;if((r.version===void 0||!w.call(r,
"version"))&&(f="version")||(r.digest===void 0||!w.call(r,"digest"))&&(f="digest")||(r.tools===void 0||!w.call(r,"tools"))&&(f="tools")||(r.limits===void 0||!w.
call(r,"limits"))&&(f="limits")||(r.toolLimits===void 0||!w.call(r,"toolLimits"))&&(f="toolLimits")||(r.capabilities===void 0||!w.call(r,"capabilities"))&&(f="c\
apabilities")||(r.accepted===void 0||!w.call(r,"accepted"))&&(f="accepted"))return T.errors=[P],!1;{let i=e;for(let u of Object.keys(r))if(!w.call(mr.properties,
u)){return T.errors=[P],!1;break}if(i===e){if(r.version!==void 0&&w.call(r,"version")){let u=r.version,N=e;if(e===e)if(typeof u=="string"){if(he(u)>128)return T.
errors=[P],!1}else return T.errors=[P],!1;var a=N===e}else var a=!0;if(a){if(r.digest!==void 0&&w.call(r,"digest")){let u=r.digest,N=e;if(e===e)if(typeof u=="st\
ring"){if(!ze.test(u))return T.errors=[P],!1}else return T.errors=[P],!1;var a=N===e}else var a=!0;if(a){if(r.key!==void 0&&w.call(r,"key")){let u=r.key,N=e;if(e===
N)if(typeof u=="string"){if(he(u)>128)return T.errors=[P],!1}else return T.errors=[P],!1;var a=N===e}else var a=!0;if(a){if(r.tools!==void 0&&w.call(r,"tools")){
let u=r.tools,N=e;if(e===N)if(u&&typeof u=="object"&&!Array.isArray(u))for(let b of Object.keys(u)){let g=u[b],B=e;if(e===e)if(g&&typeof g=="object"&&!Array.isArray(
g)){let S;if((g.description===void 0||!w.call(g,"description"))&&(S="description")||(g.inputSchema===void 0||!w.call(g,"inputSchema"))&&(S="inputSchema")||(g.outputSchema===
void 0||!w.call(g,"outputSchema"))&&(S="outputSchema"))return T.errors=[P],!1;{let O=e;for(let v of Object.keys(g))if(!(v==="title"||v==="description"||v==="inp\
utSchema"||v==="outputSchema"||v==="annotations")){return T.errors=[P],!1;break}if(O===e){if(g.title!==void 0&&w.call(g,"title")){let v=e;if(typeof g.title!="st\
ring")return T.errors=[P],!1;var y=v===e}else var y=!0;if(y){if(g.description!==void 0&&w.call(g,"description")){let v=e;if(typeof g.description!="string")return T.
errors=[P],!1;var y=v===e}else var y=!0;if(y){if(g.inputSchema!==void 0&&w.call(g,"inputSchema")){let v=g.inputSchema,p=e;if(!(v&&typeof v=="object"&&!Array.isArray(
v)))return T.errors=[P],!1;var y=p===e}else var y=!0;if(y){if(g.outputSchema!==void 0&&w.call(g,"outputSchema")){let v=g.outputSchema,p=e;if(!(v&&typeof v=="obj\
ect"&&!Array.isArray(v)))return T.errors=[P],!1;var y=p===e}else var y=!0;if(y)if(g.annotations!==void 0&&w.call(g,"annotations")){let v=g.annotations,p=e;if(!(v&&
typeof v=="object"&&!Array.isArray(v)))return T.errors=[P],!1;var y=p===e}else var y=!0}}}}}}else return T.errors=[P],!1;var l=B===e;if(!l)break}else return T.errors=
[P],!1;var a=N===e}else var a=!0;if(a){if(r.dropped!==void 0&&w.call(r,"dropped")){let u=r.dropped,N=e;if(e===N)if(u&&typeof u=="object"&&!Array.isArray(u))for(let b of Object.
keys(u)){let g=u[b],B=e;if(e===e)if(g&&typeof g=="object"&&!Array.isArray(g)){let S;if((g.description===void 0||!w.call(g,"description"))&&(S="description")||(g.
inputSchema===void 0||!w.call(g,"inputSchema"))&&(S="inputSchema")||(g.outputSchema===void 0||!w.call(g,"outputSchema"))&&(S="outputSchema"))return T.errors=[P],
!1;{let O=e;for(let v of Object.keys(g))if(!(v==="title"||v==="description"||v==="inputSchema"||v==="outputSchema"||v==="annotations")){return T.errors=[P],!1;break}
if(O===e){if(g.title!==void 0&&w.call(g,"title")){let v=e;if(typeof g.title!="string")return T.errors=[P],!1;var I=v===e}else var I=!0;if(I){if(g.description!==
void 0&&w.call(g,"description")){let v=e;if(typeof g.description!="string")return T.errors=[P],!1;var I=v===e}else var I=!0;if(I){if(g.inputSchema!==void 0&&w.call(
g,"inputSchema")){let v=g.inputSchema,p=e;if(!(v&&typeof v=="object"&&!Array.isArray(v)))return T.errors=[P],!1;var I=p===e}else var I=!0;if(I){if(g.outputSchema!==
void 0&&w.call(g,"outputSchema")){let v=g.outputSchema,p=e;if(!(v&&typeof v=="object"&&!Array.isArray(v)))return T.errors=[P],!1;var I=p===e}else var I=!0;if(I)
if(g.annotations!==void 0&&w.call(g,"annotations")){let v=g.annotations,p=e;if(!(v&&typeof v=="object"&&!Array.isArray(v)))return T.errors=[P],!1;var I=p===e}else
var I=!0}}}}}}else return T.errors=[P],!1;var _=B===e;if(!_)break}else return T.errors=[P],!1;var a=N===e}else var a=!0;if(a){if(r.limits!==void 0&&w.call(r,"li\
mits")){let u=r.limits,N=e;if(e===e)if(u&&typeof u=="object"&&!Array.isArray(u))for(let g of Object.keys(u)){let B=u[g],Y=e;if(!(typeof B=="number"&&!(B%1)&&!isNaN(
B)&&isFinite(B)))return T.errors=[P],!1;if(e===Y&&typeof B=="number"&&isFinite(B)&&(B<1||isNaN(B)))return T.errors=[P],!1;var o=Y===e;if(!o)break}else return T.
errors=[P],!1;var a=N===e}else var a=!0;if(a){if(r.toolLimits!==void 0&&w.call(r,"toolLimits")){let u=r.toolLimits,N=e;if(e===N)if(u&&typeof u=="object"&&!Array.
isArray(u))for(let b of Object.keys(u)){let g=u[b],B=e;if(e===e)if(g&&typeof g=="object"&&!Array.isArray(g))for(let S of Object.keys(g)){let O=g[S],v=e;if(!(typeof O==
"number"&&!(O%1)&&!isNaN(O)&&isFinite(O)))return T.errors=[P],!1;if(e===v&&typeof O=="number"&&isFinite(O)&&(O<1||isNaN(O)))return T.errors=[P],!1;var s=v===e;if(!s)
break}else return T.errors=[P],!1;var A=B===e;if(!A)break}else return T.errors=[P],!1;var a=N===e}else var a=!0;if(a){if(r.freshState!==void 0&&w.call(r,"freshS\
tate")){let u=e;if(r.freshState!=="isolate")return T.errors=[P],!1;var a=u===e}else var a=!0;if(a){if(r.capabilities!==void 0&&w.call(r,"capabilities")){let u=e;
G(r.capabilities,{instancePath:j+"/capabilities",parentData:r,parentDataProperty:"capabilities",rootData:k,dynamicAnchors:h})||(t=t===null?G.errors:t.concat(G.errors),
e=t.length);var a=u===e}else var a=!0;if(a){if(r.accepted!==void 0&&w.call(r,"accepted")){let u=r.accepted,N=e;if(e===N)if(Array.isArray(u)){if(u.length>64)return T.
errors=[P],!1;{var $=!0;let b=u.length;for(let g=0;g<b;g++){let B=u[g],Y=e;if(e===e)if(typeof B=="string"){if(!ze.test(B))return T.errors=[P],!1}else return T.errors=
[P],!1;var $=Y===e;if(!$)break}}}else return T.errors=[P],!1;var a=N===e}else var a=!0;if(a){if(r.versions!==void 0&&w.call(r,"versions")){let u=r.versions,N=e;
if(e===N)if(Array.isArray(u)){if(u.length>1e3)return T.errors=[P],!1;{var d=!0;let b=u.length;for(let g=0;g<b;g++){let B=e;ge(u[g],{instancePath:j+"/versions/"+
g,parentData:u,parentDataProperty:g,rootData:k,dynamicAnchors:h})||(t=t===null?ge.errors:t.concat(ge.errors),e=t.length);var d=B===e;if(!d)break}}}else return T.
errors=[P],!1;var a=N===e}else var a=!0;if(a)if(r.pinned!==void 0&&w.call(r,"pinned")){let u=r.pinned,N=e;if(e===e)if(typeof u=="string"){if(he(u)>128)return T.
errors=[P],!1}else return T.errors=[P],!1;var a=N===e}else var a=!0}}}}}}}}}}}}}else return T.errors=[P],!1;return T.errors=t,e===0}T.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};function be(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=be.evaluated;if(x.dynamicProps&&
(x.props=void 0),x.dynamicItems&&(x.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let I;if((r.lockVersion===void 0||!w.call(r,"lockVersion"))&&
(I="lockVersion")||(r.plugins===void 0||!w.call(r,"plugins"))&&(I="plugins"))return be.errors=[P],!1;{let _=e;for(let o of Object.keys(r))if(!(o==="lockVersion"||
o==="plugins")){return be.errors=[P],!1;break}if(_===e){if(r.lockVersion!==void 0&&w.call(r,"lockVersion")){let o=r.lockVersion,s=e;if(!(o===1||o===2))return be.
errors=[P],!1;var a=s===e}else var a=!0;if(a)if(r.plugins!==void 0&&w.call(r,"plugins")){let o=r.plugins,s=e;if(e===s)if(o&&typeof o=="object"&&!Array.isArray(o)){
for(let $ of Object.keys(o)){let d=e;if(typeof $=="string"&&!vr.test($)){let f=P;t===null?t=[f]:t.push(f),e++}var y=d===e;if(!y){let f=P;return t===null?t=[f]:t.
push(f),e++,be.errors=t,!1;break}}if(y)for(let $ of Object.keys(o)){let d=e;T(o[$],{instancePath:j+"/plugins/"+$.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:o,
parentDataProperty:$,rootData:k,dynamicAnchors:h})||(t=t===null?T.errors:t.concat(T.errors),e=t.length);var l=d===e;if(!l)break}}else return be.errors=[P],!1;var a=s===
e}else var a=!0}}}else return be.errors=[P],!1;return be.errors=t,e===0}be.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var L={},gr=fe;var hr=new RegExp("^[^#]*#?$","u"),Ve=new RegExp("^[A-Za-z_][-A-Za-z0-9._]*$","u");function se(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,
dynamicAnchors:h={}}={}){let t=null,e=0,x=se.evaluated;if(x.dynamicProps&&(x.props=void 0),x.dynamicItems&&(x.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(
r))&&typeof r!="boolean")return se.errors=[L],!1;if(h.meta||(h.meta=se),e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.$id!==void 0){let $=r.$id,d=e,f=e;
if(e===f&&e===f&&typeof $!="string")return se.errors=[L],!1;if(e===d&&typeof $=="string"&&!hr.test($))return se.errors=[L],!1;var a=d===e}else var a=!0;if(a){if(r.
$schema!==void 0){let $=e,d=e;if(e===d&&e===d&&typeof r.$schema!="string")return se.errors=[L],!1;var a=$===e}else var a=!0;if(a){if(r.$ref!==void 0){let $=e,d=e;
if(e===d&&e===d&&typeof r.$ref!="string")return se.errors=[L],!1;var a=$===e}else var a=!0;if(a){if(r.$anchor!==void 0){let $=r.$anchor,d=e;if(e===e)if(typeof $==
"string"){if(!Ve.test($))return se.errors=[L],!1}else return se.errors=[L],!1;var a=d===e}else var a=!0;if(a){if(r.$dynamicRef!==void 0){let $=e,d=e;if(e===d&&e===
d&&typeof r.$dynamicRef!="string")return se.errors=[L],!1;var a=$===e}else var a=!0;if(a){if(r.$dynamicAnchor!==void 0){let $=r.$dynamicAnchor,d=e;if(e===e)if(typeof $==
"string"){if(!Ve.test($))return se.errors=[L],!1}else return se.errors=[L],!1;var a=d===e}else var a=!0;if(a){if(r.$vocabulary!==void 0){let $=r.$vocabulary,d=e;
if(e===d)if($&&typeof $=="object"&&!Array.isArray($)){for(let i in $){let u=e,N=e;if(e===N&&e===N&&typeof i!="string"){let m=L;t===null?t=[m]:t.push(m),e++}var y=u===
e;if(!y){let m=L;return t===null?t=[m]:t.push(m),e++,se.errors=t,!1;break}}if(y)for(let i in $){let u=e;if(typeof $[i]!="boolean")return se.errors=[L],!1;var l=u===
e;if(!l)break}}else return se.errors=[L],!1;var a=d===e}else var a=!0;if(a){if(r.$comment!==void 0){let $=e;if(typeof r.$comment!="string")return se.errors=[L],
!1;var a=$===e}else var a=!0;if(a)if(r.$defs!==void 0){let $=r.$defs,d=e;if(e===d)if($&&typeof $=="object"&&!Array.isArray($))for(let i in $){let u=$[i],N=e,m=h.
meta;if(m)if(!m(u,{instancePath:j+"/$defs/"+i.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:$,parentDataProperty:i,rootData:k,dynamicAnchors:h}))t=t===null?
m.errors:t.concat(m.errors),e=t.length;else var I=m.evaluated.props,_=m.evaluated.items;else if(!se(u,{instancePath:j+"/$defs/"+i.replace(/~/g,"~0").replace(/\//g,
"~1"),parentData:$,parentDataProperty:i,rootData:k,dynamicAnchors:h}))t=t===null?se.errors:t.concat(se.errors),e=t.length;else{var o=se.evaluated.props;I!==!0&&
o!==void 0&&(o===!0?I=!0:(I=I||{},Object.assign(I,o)));var s=se.evaluated.items;_!==!0&&s!==void 0&&(_=s===!0?!0:_>s?_:s)}var A=N===e;if(!A)break}else return se.
errors=[L],!1;var a=d===e}else var a=!0}}}}}}}}return se.errors=t,e===0}se.evaluated={props:{$id:!0,$schema:!0,$ref:!0,$anchor:!0,$dynamicRef:!0,$dynamicAnchor:!0,
$vocabulary:!0,$comment:!0,$defs:!0},dynamicProps:!1,dynamicItems:!1};function le(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=le.evaluated;if(x.dynamicProps&&(x.props=
void 0),x.dynamicItems&&(x.items=void 0),e===0)if(Array.isArray(r)){if(r.length<1)return le.errors=[L],!1;{var a=!0;let o=r.length;for(let s=0;s<o;s++){let A=r[s],
$=e,d=h.meta;if(d)if(!d(A,{instancePath:j+"/"+s,parentData:r,parentDataProperty:s,rootData:k,dynamicAnchors:h}))t=t===null?d.errors:t.concat(d.errors),e=t.length;else
var y=d.evaluated.props,l=d.evaluated.items;else if(!le(A,{instancePath:j+"/"+s,parentData:r,parentDataProperty:s,rootData:k,dynamicAnchors:h}))t=t===null?le.errors:
t.concat(le.errors),e=t.length;else{var I=le.evaluated.props;y!==!0&&I!==void 0&&(I===!0?y=!0:(y=y||{},Object.assign(y,I)));var _=le.evaluated.items;l!==!0&&_!==
void 0&&(l=_===!0?!0:l>_?l:_)}var a=$===e;if(!a)break}}}else return le.errors=[L],!1;return le.errors=t,e===0}le.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function q(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=q.evaluated;if(x.dynamicProps&&(x.props=
void 0),x.dynamicItems&&(x.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return q.errors=[L],!1;if(h.meta||(h.meta=q),e===0&&r&&
typeof r=="object"&&!Array.isArray(r)){if(r.prefixItems!==void 0){let M=e;le(r.prefixItems,{instancePath:j+"/prefixItems",parentData:r,parentDataProperty:"prefi\
xItems",rootData:k,dynamicAnchors:h})||(t=t===null?le.errors:t.concat(le.errors),e=t.length);var a=M===e}else var a=!0;if(a){if(r.items!==void 0){let M=r.items,
ne=e,Z=h.meta;if(Z)if(!Z(M,{instancePath:j+"/items",parentData:r,parentDataProperty:"items",rootData:k,dynamicAnchors:h}))t=t===null?Z.errors:t.concat(Z.errors),
e=t.length;else var y=Z.evaluated.props,l=Z.evaluated.items;else if(!q(M,{instancePath:j+"/items",parentData:r,parentDataProperty:"items",rootData:k,dynamicAnchors:h}))
t=t===null?q.errors:t.concat(q.errors),e=t.length;else{var I=q.evaluated.props;y!==!0&&I!==void 0&&(I===!0?y=!0:(y=y||{},Object.assign(y,I)));var _=q.evaluated.
items;l!==!0&&_!==void 0&&(l=_===!0?!0:l>_?l:_)}var a=ne===e}else var a=!0;if(a){if(r.contains!==void 0){let M=r.contains,ne=e,Z=h.meta;if(Z)if(!Z(M,{instancePath:j+
"/contains",parentData:r,parentDataProperty:"contains",rootData:k,dynamicAnchors:h}))t=t===null?Z.errors:t.concat(Z.errors),e=t.length;else var o=Z.evaluated.props,
s=Z.evaluated.items;else if(!q(M,{instancePath:j+"/contains",parentData:r,parentDataProperty:"contains",rootData:k,dynamicAnchors:h}))t=t===null?q.errors:t.concat(
q.errors),e=t.length;else{var A=q.evaluated.props;o!==!0&&A!==void 0&&(A===!0?o=!0:(o=o||{},Object.assign(o,A)));var $=q.evaluated.items;s!==!0&&$!==void 0&&(s=
$===!0?!0:s>$?s:$)}var a=ne===e}else var a=!0;if(a){if(r.additionalProperties!==void 0){let M=r.additionalProperties,ne=e,Z=h.meta;if(Z)if(!Z(M,{instancePath:j+
"/additionalProperties",parentData:r,parentDataProperty:"additionalProperties",rootData:k,dynamicAnchors:h}))t=t===null?Z.errors:t.concat(Z.errors),e=t.length;else
var d=Z.evaluated.props,f=Z.evaluated.items;else if(!q(M,{instancePath:j+"/additionalProperties",parentData:r,parentDataProperty:"additionalProperties",rootData:k,
dynamicAnchors:h}))t=t===null?q.errors:t.concat(q.errors),e=t.length;else{var i=q.evaluated.props;d!==!0&&i!==void 0&&(i===!0?d=!0:(d=d||{},Object.assign(d,i)));
var u=q.evaluated.items;f!==!0&&u!==void 0&&(f=u===!0?!0:f>u?f:u)}var a=ne===e}else var a=!0;if(a){if(r.properties!==void 0){let M=r.properties,ne=e;if(e===ne)if(M&&
typeof M=="object"&&!Array.isArray(M))for(let ue in M){let je=M[ue],Ne=e,oe=h.meta;if(oe)if(!oe(je,{instancePath:j+"/properties/"+ue.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:M,parentDataProperty:ue,rootData:k,dynamicAnchors:h}))t=t===null?oe.errors:t.concat(oe.errors),e=t.length;else var N=oe.evaluated.props,m=oe.
evaluated.items;else if(!q(je,{instancePath:j+"/properties/"+ue.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:M,parentDataProperty:ue,rootData:k,dynamicAnchors:h}))
t=t===null?q.errors:t.concat(q.errors),e=t.length;else{var b=q.evaluated.props;N!==!0&&b!==void 0&&(b===!0?N=!0:(N=N||{},Object.assign(N,b)));var g=q.evaluated.
items;m!==!0&&g!==void 0&&(m=g===!0?!0:m>g?m:g)}var B=Ne===e;if(!B)break}else return q.errors=[L],!1;var a=ne===e}else var a=!0;if(a){if(r.patternProperties!==void 0){
let M=r.patternProperties,ne=e;if(e===ne)if(M&&typeof M=="object"&&!Array.isArray(M)){for(let ue in M){var Y=e===e;if(!Y){let Ne=L;return t===null?t=[Ne]:t.push(
Ne),e++,q.errors=t,!1;break}}if(Y)for(let ue in M){let je=M[ue],Ne=e,oe=h.meta;if(oe)if(!oe(je,{instancePath:j+"/patternProperties/"+ue.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:M,parentDataProperty:ue,rootData:k,dynamicAnchors:h}))t=t===null?oe.errors:t.concat(oe.errors),e=t.length;else var S=oe.evaluated.props,O=oe.
evaluated.items;else if(!q(je,{instancePath:j+"/patternProperties/"+ue.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:M,parentDataProperty:ue,rootData:k,dynamicAnchors:h}))
t=t===null?q.errors:t.concat(q.errors),e=t.length;else{var v=q.evaluated.props;S!==!0&&v!==void 0&&(v===!0?S=!0:(S=S||{},Object.assign(S,v)));var p=q.evaluated.
items;O!==!0&&p!==void 0&&(O=p===!0?!0:O>p?O:p)}var te=Ne===e;if(!te)break}}else return q.errors=[L],!1;var a=ne===e}else var a=!0;if(a){if(r.dependentSchemas!==
void 0){let M=r.dependentSchemas,ne=e;if(e===ne)if(M&&typeof M=="object"&&!Array.isArray(M))for(let ue in M){let je=M[ue],Ne=e,oe=h.meta;if(oe)if(!oe(je,{instancePath:j+
"/dependentSchemas/"+ue.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:M,parentDataProperty:ue,rootData:k,dynamicAnchors:h}))t=t===null?oe.errors:t.concat(oe.
errors),e=t.length;else var K=oe.evaluated.props,W=oe.evaluated.items;else if(!q(je,{instancePath:j+"/dependentSchemas/"+ue.replace(/~/g,"~0").replace(/\//g,"~1"),
parentData:M,parentDataProperty:ue,rootData:k,dynamicAnchors:h}))t=t===null?q.errors:t.concat(q.errors),e=t.length;else{var X=q.evaluated.props;K!==!0&&X!==void 0&&
(X===!0?K=!0:(K=K||{},Object.assign(K,X)));var ee=q.evaluated.items;W!==!0&&ee!==void 0&&(W=ee===!0?!0:W>ee?W:ee)}var C=Ne===e;if(!C)break}else return q.errors=
[L],!1;var a=ne===e}else var a=!0;if(a){if(r.propertyNames!==void 0){let M=r.propertyNames,ne=e,Z=h.meta;if(Z)if(!Z(M,{instancePath:j+"/propertyNames",parentData:r,
parentDataProperty:"propertyNames",rootData:k,dynamicAnchors:h}))t=t===null?Z.errors:t.concat(Z.errors),e=t.length;else var pe=Z.evaluated.props,ae=Z.evaluated.
items;else if(!q(M,{instancePath:j+"/propertyNames",parentData:r,parentDataProperty:"propertyNames",rootData:k,dynamicAnchors:h}))t=t===null?q.errors:t.concat(q.
errors),e=t.length;else{var V=q.evaluated.props;pe!==!0&&V!==void 0&&(V===!0?pe=!0:(pe=pe||{},Object.assign(pe,V)));var E=q.evaluated.items;ae!==!0&&E!==void 0&&
(ae=E===!0?!0:ae>E?ae:E)}var a=ne===e}else var a=!0;if(a){if(r.if!==void 0){let M=r.if,ne=e,Z=h.meta;if(Z)if(!Z(M,{instancePath:j+"/if",parentData:r,parentDataProperty:"\
if",rootData:k,dynamicAnchors:h}))t=t===null?Z.errors:t.concat(Z.errors),e=t.length;else var ie=Z.evaluated.props,_e=Z.evaluated.items;else if(!q(M,{instancePath:j+
"/if",parentData:r,parentDataProperty:"if",rootData:k,dynamicAnchors:h}))t=t===null?q.errors:t.concat(q.errors),e=t.length;else{var $e=q.evaluated.props;ie!==!0&&
$e!==void 0&&($e===!0?ie=!0:(ie=ie||{},Object.assign(ie,$e)));var me=q.evaluated.items;_e!==!0&&me!==void 0&&(_e=me===!0?!0:_e>me?_e:me)}var a=ne===e}else var a=!0;
if(a){if(r.then!==void 0){let M=r.then,ne=e,Z=h.meta;if(Z)if(!Z(M,{instancePath:j+"/then",parentData:r,parentDataProperty:"then",rootData:k,dynamicAnchors:h}))t=
t===null?Z.errors:t.concat(Z.errors),e=t.length;else var Pe=Z.evaluated.props,Oe=Z.evaluated.items;else if(!q(M,{instancePath:j+"/then",parentData:r,parentDataProperty:"\
then",rootData:k,dynamicAnchors:h}))t=t===null?q.errors:t.concat(q.errors),e=t.length;else{var qe=q.evaluated.props;Pe!==!0&&qe!==void 0&&(qe===!0?Pe=!0:(Pe=Pe||
{},Object.assign(Pe,qe)));var Le=q.evaluated.items;Oe!==!0&&Le!==void 0&&(Oe=Le===!0?!0:Oe>Le?Oe:Le)}var a=ne===e}else var a=!0;if(a){if(r.else!==void 0){let M=r.
else,ne=e,Z=h.meta;if(Z)if(!Z(M,{instancePath:j+"/else",parentData:r,parentDataProperty:"else",rootData:k,dynamicAnchors:h}))t=t===null?Z.errors:t.concat(Z.errors),
e=t.length;else var ke=Z.evaluated.props,De=Z.evaluated.items;else if(!q(M,{instancePath:j+"/else",parentData:r,parentDataProperty:"else",rootData:k,dynamicAnchors:h}))
t=t===null?q.errors:t.concat(q.errors),e=t.length;else{var Ee=q.evaluated.props;ke!==!0&&Ee!==void 0&&(Ee===!0?ke=!0:(ke=ke||{},Object.assign(ke,Ee)));var Se=q.
evaluated.items;De!==!0&&Se!==void 0&&(De=Se===!0?!0:De>Se?De:Se)}var a=ne===e}else var a=!0;if(a){if(r.allOf!==void 0){let M=e;le(r.allOf,{instancePath:j+"/all\
Of",parentData:r,parentDataProperty:"allOf",rootData:k,dynamicAnchors:h})||(t=t===null?le.errors:t.concat(le.errors),e=t.length);var a=M===e}else var a=!0;if(a){
if(r.anyOf!==void 0){let M=e;le(r.anyOf,{instancePath:j+"/anyOf",parentData:r,parentDataProperty:"anyOf",rootData:k,dynamicAnchors:h})||(t=t===null?le.errors:t.
concat(le.errors),e=t.length);var a=M===e}else var a=!0;if(a){if(r.oneOf!==void 0){let M=e;le(r.oneOf,{instancePath:j+"/oneOf",parentData:r,parentDataProperty:"\
oneOf",rootData:k,dynamicAnchors:h})||(t=t===null?le.errors:t.concat(le.errors),e=t.length);var a=M===e}else var a=!0;if(a)if(r.not!==void 0){let M=r.not,ne=e,Z=h.
meta;if(Z)if(!Z(M,{instancePath:j+"/not",parentData:r,parentDataProperty:"not",rootData:k,dynamicAnchors:h}))t=t===null?Z.errors:t.concat(Z.errors),e=t.length;else
var Ie=Z.evaluated.props,Re=Z.evaluated.items;else if(!q(M,{instancePath:j+"/not",parentData:r,parentDataProperty:"not",rootData:k,dynamicAnchors:h}))t=t===null?
q.errors:t.concat(q.errors),e=t.length;else{var we=q.evaluated.props;Ie!==!0&&we!==void 0&&(we===!0?Ie=!0:(Ie=Ie||{},Object.assign(Ie,we)));var Fe=q.evaluated.items;
Re!==!0&&Fe!==void 0&&(Re=Fe===!0?!0:Re>Fe?Re:Fe)}var a=ne===e}else var a=!0}}}}}}}}}}}}}}return q.errors=t,e===0}q.evaluated={props:{prefixItems:!0,items:!0,contains:!0,
additionalProperties:!0,properties:!0,patternProperties:!0,dependentSchemas:!0,propertyNames:!0,if:!0,then:!0,else:!0,allOf:!0,anyOf:!0,oneOf:!0,not:!0},dynamicProps:!1,
dynamicItems:!1};function ce(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=ce.evaluated;if(x.dynamicProps&&(x.props=
void 0),x.dynamicItems&&(x.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ce.errors=[L],!1;if(h.meta||(h.meta=ce),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.unevaluatedItems!==void 0){let d=r.unevaluatedItems,f=e,i=h.meta;if(i)if(!i(d,{instancePath:j+"/unevaluatedItems",
parentData:r,parentDataProperty:"unevaluatedItems",rootData:k,dynamicAnchors:h}))t=t===null?i.errors:t.concat(i.errors),e=t.length;else var a=i.evaluated.props,
y=i.evaluated.items;else if(!ce(d,{instancePath:j+"/unevaluatedItems",parentData:r,parentDataProperty:"unevaluatedItems",rootData:k,dynamicAnchors:h}))t=t===null?
ce.errors:t.concat(ce.errors),e=t.length;else{var l=ce.evaluated.props;a!==!0&&l!==void 0&&(l===!0?a=!0:(a=a||{},Object.assign(a,l)));var I=ce.evaluated.items;y!==
!0&&I!==void 0&&(y=I===!0?!0:y>I?y:I)}var _=f===e}else var _=!0;if(_)if(r.unevaluatedProperties!==void 0){let d=r.unevaluatedProperties,f=e,i=h.meta;if(i)if(!i(
d,{instancePath:j+"/unevaluatedProperties",parentData:r,parentDataProperty:"unevaluatedProperties",rootData:k,dynamicAnchors:h}))t=t===null?i.errors:t.concat(i.
errors),e=t.length;else var o=i.evaluated.props,s=i.evaluated.items;else if(!ce(d,{instancePath:j+"/unevaluatedProperties",parentData:r,parentDataProperty:"unev\
aluatedProperties",rootData:k,dynamicAnchors:h}))t=t===null?ce.errors:t.concat(ce.errors),e=t.length;else{var A=ce.evaluated.props;o!==!0&&A!==void 0&&(A===!0?o=
!0:(o=o||{},Object.assign(o,A)));var $=ce.evaluated.items;s!==!0&&$!==void 0&&(s=$===!0?!0:s>$?s:$)}var _=f===e}else var _=!0}return ce.errors=t,e===0}ce.evaluated=
{props:{unevaluatedItems:!0,unevaluatedProperties:!0},dynamicProps:!1,dynamicItems:!1};var br=Xe().default;function Q(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=Q.evaluated;if(x.dynamicProps&&
(x.props=void 0),x.dynamicItems&&(x.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return Q.errors=[L],!1;if(h.meta||(h.meta=Q),
e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.type!==void 0){let s=r.type,A=e,$=e,d=!1,f=e;if(!(s==="array"||s==="boolean"||s==="integer"||s==="null"||s===
"number"||s==="object"||s==="string")){let u=L;t===null?t=[u]:t.push(u),e++}var y=f===e;d=d||y;let i=e;if(e===i)if(Array.isArray(s))if(s.length<1){let u=L;t===null?
t=[u]:t.push(u),e++}else{var a=!0;let u=s.length;for(let N=0;N<u;N++){let m=s[N],b=e;if(!(m==="array"||m==="boolean"||m==="integer"||m==="null"||m==="number"||m===
"object"||m==="string")){let B=L;t===null?t=[B]:t.push(B),e++}var a=b===e;if(!a)break}if(a){let N=s.length,m;if(N>1){e:for(;N--;)for(m=N;m--;)if(br(s[N],s[m])){
let b=L;t===null?t=[b]:t.push(b),e++;break e}}}}else{let u=L;t===null?t=[u]:t.push(u),e++}var y=i===e;if(d=d||y,d)e=$,t!==null&&($?t.length=$:t=null);else{let u=L;
return t===null?t=[u]:t.push(u),e++,Q.errors=t,!1}var l=A===e}else var l=!0;if(l){if(r.enum!==void 0){let s=e;if(e===s&&!Array.isArray(r.enum))return Q.errors=[
L],!1;var l=s===e}else var l=!0;if(l){if(r.multipleOf!==void 0){let s=r.multipleOf,A=e;if(e===A)if(typeof s=="number"){if(s<=0||isNaN(s))return Q.errors=[L],!1}else
return Q.errors=[L],!1;var l=A===e}else var l=!0;if(l){if(r.maximum!==void 0){let s=e;if(typeof r.maximum!="number")return Q.errors=[L],!1;var l=s===e}else var l=!0;
if(l){if(r.exclusiveMaximum!==void 0){let s=e;if(typeof r.exclusiveMaximum!="number")return Q.errors=[L],!1;var l=s===e}else var l=!0;if(l){if(r.minimum!==void 0){
let s=e;if(typeof r.minimum!="number")return Q.errors=[L],!1;var l=s===e}else var l=!0;if(l){if(r.exclusiveMinimum!==void 0){let s=e;if(typeof r.exclusiveMinimum!=
"number")return Q.errors=[L],!1;var l=s===e}else var l=!0;if(l){if(r.maxLength!==void 0){let s=r.maxLength,A=e,$=e;if(!(typeof s=="number"&&!(s%1)&&!isNaN(s)))return Q.
errors=[L],!1;if(e===$&&typeof s=="number"&&(s<0||isNaN(s)))return Q.errors=[L],!1;var l=A===e}else var l=!0;if(l){if(r.minLength!==void 0){let s=r.minLength,A=e,
$=e;if(!(typeof s=="number"&&!(s%1)&&!isNaN(s)))return Q.errors=[L],!1;if(e===$&&typeof s=="number"&&(s<0||isNaN(s)))return Q.errors=[L],!1;var l=A===e}else var l=!0;
if(l){if(r.pattern!==void 0){let s=e;if(e===s&&e===s&&typeof r.pattern!="string")return Q.errors=[L],!1;var l=s===e}else var l=!0;if(l){if(r.maxItems!==void 0){
let s=r.maxItems,A=e,$=e;if(!(typeof s=="number"&&!(s%1)&&!isNaN(s)))return Q.errors=[L],!1;if(e===$&&typeof s=="number"&&(s<0||isNaN(s)))return Q.errors=[L],!1;
var l=A===e}else var l=!0;if(l){if(r.minItems!==void 0){let s=r.minItems,A=e,$=e;if(!(typeof s=="number"&&!(s%1)&&!isNaN(s)))return Q.errors=[L],!1;if(e===$&&typeof s==
"number"&&(s<0||isNaN(s)))return Q.errors=[L],!1;var l=A===e}else var l=!0;if(l){if(r.uniqueItems!==void 0){let s=e;if(typeof r.uniqueItems!="boolean")return Q.
errors=[L],!1;var l=s===e}else var l=!0;if(l){if(r.maxContains!==void 0){let s=r.maxContains,A=e,$=e;if(!(typeof s=="number"&&!(s%1)&&!isNaN(s)))return Q.errors=
[L],!1;if(e===$&&typeof s=="number"&&(s<0||isNaN(s)))return Q.errors=[L],!1;var l=A===e}else var l=!0;if(l){if(r.minContains!==void 0){let s=r.minContains,A=e,$=e;
if(!(typeof s=="number"&&!(s%1)&&!isNaN(s)))return Q.errors=[L],!1;if(e===$&&typeof s=="number"&&(s<0||isNaN(s)))return Q.errors=[L],!1;var l=A===e}else var l=!0;
if(l){if(r.maxProperties!==void 0){let s=r.maxProperties,A=e,$=e;if(!(typeof s=="number"&&!(s%1)&&!isNaN(s)))return Q.errors=[L],!1;if(e===$&&typeof s=="number"&&
(s<0||isNaN(s)))return Q.errors=[L],!1;var l=A===e}else var l=!0;if(l){if(r.minProperties!==void 0){let s=r.minProperties,A=e,$=e;if(!(typeof s=="number"&&!(s%1)&&
!isNaN(s)))return Q.errors=[L],!1;if(e===$&&typeof s=="number"&&(s<0||isNaN(s)))return Q.errors=[L],!1;var l=A===e}else var l=!0;if(l){if(r.required!==void 0){let s=r.
required,A=e;if(e===e)if(Array.isArray(s)){var I=!0;let f=s.length;for(let i=0;i<f;i++){let u=e;if(typeof s[i]!="string")return Q.errors=[L],!1;var I=u===e;if(!I)
break}if(I){let i=s.length,u;if(i>1){let N={};for(;i--;){let m=s[i];if(typeof m=="string"){if(typeof N[m]=="number"){return u=N[m],Q.errors=[L],!1;break}N[m]=i}}}}}else
return Q.errors=[L],!1;var l=A===e}else var l=!0;if(l)if(r.dependentRequired!==void 0){let s=r.dependentRequired,A=e;if(e===A)if(s&&typeof s=="object"&&!Array.isArray(
s))for(let d in s){let f=s[d],i=e;if(e===e)if(Array.isArray(f)){var _=!0;let N=f.length;for(let m=0;m<N;m++){let b=e;if(typeof f[m]!="string")return Q.errors=[L],
!1;var _=b===e;if(!_)break}if(_){let m=f.length,b;if(m>1){let g={};for(;m--;){let B=f[m];if(typeof B=="string"){if(typeof g[B]=="number"){return b=g[B],Q.errors=
[L],!1;break}g[B]=m}}}}}else return Q.errors=[L],!1;var o=i===e;if(!o)break}else return Q.errors=[L],!1;var l=A===e}else var l=!0}}}}}}}}}}}}}}}}}}return Q.errors=
t,e===0}Q.evaluated={props:{type:!0,const:!0,enum:!0,multipleOf:!0,maximum:!0,exclusiveMaximum:!0,minimum:!0,exclusiveMinimum:!0,maxLength:!0,minLength:!0,pattern:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxContains:!0,minContains:!0,maxProperties:!0,minProperties:!0,required:!0,dependentRequired:!0},dynamicProps:!1,dynamicItems:!1};function ve(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=ve.evaluated;if(x.dynamicProps&&(x.props=
void 0),x.dynamicItems&&(x.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ve.errors=[L],!1;if(h.meta||(h.meta=ve),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.title!==void 0){let y=e;if(typeof r.title!="string")return ve.errors=[L],!1;var a=y===e}else var a=!0;if(a){if(r.
description!==void 0){let y=e;if(typeof r.description!="string")return ve.errors=[L],!1;var a=y===e}else var a=!0;if(a){if(r.deprecated!==void 0){let y=e;if(typeof r.
deprecated!="boolean")return ve.errors=[L],!1;var a=y===e}else var a=!0;if(a){if(r.readOnly!==void 0){let y=e;if(typeof r.readOnly!="boolean")return ve.errors=[
L],!1;var a=y===e}else var a=!0;if(a){if(r.writeOnly!==void 0){let y=e;if(typeof r.writeOnly!="boolean")return ve.errors=[L],!1;var a=y===e}else var a=!0;if(a)if(r.
examples!==void 0){let y=e;if(e===y&&!Array.isArray(r.examples))return ve.errors=[L],!1;var a=y===e}else var a=!0}}}}}return ve.errors=t,e===0}ve.evaluated={props:{
title:!0,description:!0,default:!0,deprecated:!0,readOnly:!0,writeOnly:!0,examples:!0},dynamicProps:!1,dynamicItems:!1};function Ae(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=Ae.evaluated;return x.dynamicProps&&(x.
props=void 0),x.dynamicItems&&(x.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean"?(Ae.errors=[L],!1):(h.meta||(h.meta=Ae),e===0&&r&&
typeof r=="object"&&!Array.isArray(r)&&r.format!==void 0&&typeof r.format!="string"?(Ae.errors=[L],!1):(Ae.errors=t,e===0))}Ae.evaluated={props:{format:!0},dynamicProps:!1,
dynamicItems:!1};function ye(r,{instancePath:j="",parentData:H,parentDataProperty:U,rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=ye.evaluated;if(x.dynamicProps&&(x.props=
void 0),x.dynamicItems&&(x.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ye.errors=[L],!1;if(h.meta||(h.meta=ye),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.contentEncoding!==void 0){let o=e;if(typeof r.contentEncoding!="string")return ye.errors=[L],!1;var a=o===e}else var a=!0;
if(a){if(r.contentMediaType!==void 0){let o=e;if(typeof r.contentMediaType!="string")return ye.errors=[L],!1;var a=o===e}else var a=!0;if(a)if(r.contentSchema!==
void 0){let o=r.contentSchema,s=e,A=h.meta;if(A)if(!A(o,{instancePath:j+"/contentSchema",parentData:r,parentDataProperty:"contentSchema",rootData:k,dynamicAnchors:h}))
t=t===null?A.errors:t.concat(A.errors),e=t.length;else var y=A.evaluated.props,l=A.evaluated.items;else if(!ye(o,{instancePath:j+"/contentSchema",parentData:r,parentDataProperty:"\
contentSchema",rootData:k,dynamicAnchors:h}))t=t===null?ye.errors:t.concat(ye.errors),e=t.length;else{var I=ye.evaluated.props;y!==!0&&I!==void 0&&(I===!0?y=!0:
(y=y||{},Object.assign(y,I)));var _=ye.evaluated.items;l!==!0&&_!==void 0&&(l=_===!0?!0:l>_?l:_)}var a=s===e}else var a=!0}}return ye.errors=t,e===0}ye.evaluated=
{props:{contentEncoding:!0,contentMediaType:!0,contentSchema:!0},dynamicProps:!1,dynamicItems:!1};function fe(r,{instancePath:j="",parentData:H,parentDataProperty:U,
rootData:k=r,dynamicAnchors:h={}}={}){let t=null,e=0,x=fe.evaluated;if(x.dynamicProps&&(x.props=void 0),x.dynamicItems&&(x.items=void 0),!(r&&typeof r=="object"&&
!Array.isArray(r))&&typeof r!="boolean")return fe.errors=[L],!1;h.meta||(h.meta=fe);let a=e;se(r,{instancePath:j,parentData:H,parentDataProperty:U,rootData:k,dynamicAnchors:h})||
(t=t===null?se.errors:t.concat(se.errors),e=t.length);var y=a===e;if(y){let b=e;q(r,{instancePath:j,parentData:H,parentDataProperty:U,rootData:k,dynamicAnchors:h})||
(t=t===null?q.errors:t.concat(q.errors),e=t.length);var y=b===e;if(y){let B=e;ce(r,{instancePath:j,parentData:H,parentDataProperty:U,rootData:k,dynamicAnchors:h})||
(t=t===null?ce.errors:t.concat(ce.errors),e=t.length);var y=B===e;if(y){let S=e;Q(r,{instancePath:j,parentData:H,parentDataProperty:U,rootData:k,dynamicAnchors:h})||
(t=t===null?Q.errors:t.concat(Q.errors),e=t.length);var y=S===e;if(y){let v=e;ve(r,{instancePath:j,parentData:H,parentDataProperty:U,rootData:k,dynamicAnchors:h})||
(t=t===null?ve.errors:t.concat(ve.errors),e=t.length);var y=v===e;if(y){let te=e;Ae(r,{instancePath:j,parentData:H,parentDataProperty:U,rootData:k,dynamicAnchors:h})||
(t=t===null?Ae.errors:t.concat(Ae.errors),e=t.length);var y=te===e;if(y){let W=e;ye(r,{instancePath:j,parentData:H,parentDataProperty:U,rootData:k,dynamicAnchors:h})||
(t=t===null?ye.errors:t.concat(ye.errors),e=t.length);var y=W===e}}}}}}if(e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.definitions!==void 0){let b=r.definitions,
g=e;if(e===g)if(b&&typeof b=="object"&&!Array.isArray(b))for(let B in b){let Y=b[B],S=e,O=h.meta;if(O)if(!O(Y,{instancePath:j+"/definitions/"+B.replace(/~/g,"~0").
replace(/\//g,"~1"),parentData:b,parentDataProperty:B,rootData:k,dynamicAnchors:h}))t=t===null?O.errors:t.concat(O.errors),e=t.length;else var l=O.evaluated.props,
I=O.evaluated.items;else if(!fe(Y,{instancePath:j+"/definitions/"+B.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:b,parentDataProperty:B,rootData:k,dynamicAnchors:h}))
t=t===null?fe.errors:t.concat(fe.errors),e=t.length;else{var _=fe.evaluated.props;l!==!0&&_!==void 0&&(_===!0?l=!0:(l=l||{},Object.assign(l,_)));var o=fe.evaluated.
items;I!==!0&&o!==void 0&&(I=o===!0?!0:I>o?I:o)}var s=S===e;if(!s)break}else return fe.errors=[L],!1;var A=g===e}else var A=!0;if(A){if(r.dependencies!==void 0){
let b=r.dependencies,g=e;if(e===g)if(b&&typeof b=="object"&&!Array.isArray(b))for(let Y in b){let S=b[Y],O=e,v=e,p=!1,te=e,K=h.meta;if(K)if(!K(S,{instancePath:j+
"/dependencies/"+Y.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:b,parentDataProperty:Y,rootData:k,dynamicAnchors:h}))t=t===null?K.errors:t.concat(K.errors),
e=t.length;else var $=K.evaluated.props,d=K.evaluated.items;else if(!fe(S,{instancePath:j+"/dependencies/"+Y.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:b,
parentDataProperty:Y,rootData:k,dynamicAnchors:h}))t=t===null?fe.errors:t.concat(fe.errors),e=t.length;else{var f=fe.evaluated.props;$!==!0&&f!==void 0&&(f===!0?
$=!0:($=$||{},Object.assign($,f)));var i=fe.evaluated.items;d!==!0&&i!==void 0&&(d=i===!0?!0:d>i?d:i)}var N=te===e;p=p||N;let W=e;if(e===e)if(Array.isArray(S)){
var u=!0;let ee=S.length;for(let C=0;C<ee;C++){let pe=e;if(typeof S[C]!="string"){let V=L;t===null?t=[V]:t.push(V),e++}var u=pe===e;if(!u)break}if(u){let C=S.length,
pe;if(C>1){let ae={};for(;C--;){let V=S[C];if(typeof V=="string"){if(typeof ae[V]=="number"){pe=ae[V];let E=L;t===null?t=[E]:t.push(E),e++;break}ae[V]=C}}}}}else{
let ee=L;t===null?t=[ee]:t.push(ee),e++}var N=W===e;if(p=p||N,N&&d!==!0&&(d=!0),p)e=v,t!==null&&(v?t.length=v:t=null);else{let ee=L;return t===null?t=[ee]:t.push(
ee),e++,fe.errors=t,!1}var m=O===e;if(!m)break}else return fe.errors=[L],!1;var A=g===e}else var A=!0;if(A){if(r.$recursiveAnchor!==void 0){let b=r.$recursiveAnchor,
g=e;if(e===e)if(typeof b=="string"){if(!Ve.test(b))return fe.errors=[L],!1}else return fe.errors=[L],!1;var A=g===e}else var A=!0;if(A)if(r.$recursiveRef!==void 0){
let b=e,g=e;if(e===g&&e===g&&typeof r.$recursiveRef!="string")return fe.errors=[L],!1;var A=b===e}else var A=!0}}}return fe.errors=t,e===0}fe.evaluated={props:{
definitions:!0,dependencies:!0,$recursiveAnchor:!0,$recursiveRef:!0,contentEncoding:!0,contentMediaType:!0,contentSchema:!0,format:!0,title:!0,description:!0,default:!0,
deprecated:!0,readOnly:!0,writeOnly:!0,examples:!0,type:!0,const:!0,enum:!0,multipleOf:!0,maximum:!0,exclusiveMaximum:!0,minimum:!0,exclusiveMinimum:!0,maxLength:!0,
minLength:!0,pattern:!0,maxItems:!0,minItems:!0,uniqueItems:!0,maxContains:!0,minContains:!0,maxProperties:!0,minProperties:!0,required:!0,dependentRequired:!0,
unevaluatedItems:!0,unevaluatedProperties:!0,prefixItems:!0,items:!0,contains:!0,additionalProperties:!0,properties:!0,patternProperties:!0,dependentSchemas:!0,
propertyNames:!0,if:!0,then:!0,else:!0,allOf:!0,anyOf:!0,oneOf:!0,not:!0,$id:!0,$schema:!0,$ref:!0,$anchor:!0,$dynamicRef:!0,$dynamicAnchor:!0,$vocabulary:!0,$comment:!0,
$defs:!0},dynamicProps:!1,dynamicItems:!1};export{yr as isLock,Ye as isManifest,gr as isSchema};
