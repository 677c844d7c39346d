// Made by "npm run forms" from the schemas; see scripts/forms/forms.ts.
var Ee=(r,j)=>()=>{try{return j||r((j={exports:{}}).exports,j),j.exports}catch(K){throw j=0,K}};var we=Ee(Ce=>{"use strict";Object.defineProperty(Ce,"__esModule",{value:!0});function He(r){let j=r.length,K=0,X=0,P;for(;X<j;)K++,P=r.charCodeAt(X++),P>=55296&&
P<=56319&&X<j&&(P=r.charCodeAt(X),(P&64512)===56320&&X++);return K}Ce.default=He;He.code='require("ajv/dist/runtime/ucs2length").default'});var Ue=Ee((xr,Qe)=>{"use strict";Qe.exports=function r(j,K){if(j===K)return!0;if(j&&K&&typeof j=="object"&&typeof K=="object"){if(j.constructor!==K.constructor)
return!1;var X,P,h;if(Array.isArray(j)){if(X=j.length,X!=K.length)return!1;for(P=X;P--!==0;)if(!r(j[P],K[P]))return!1;return!0}if(j.constructor===RegExp)return j.
source===K.source&&j.flags===K.flags;if(j.valueOf!==Object.prototype.valueOf)return j.valueOf()===K.valueOf();if(j.toString!==Object.prototype.toString)return j.
toString()===K.toString();if(h=Object.keys(j),X=h.length,X!==Object.keys(K).length)return!1;for(P=X;P--!==0;)if(!Object.prototype.hasOwnProperty.call(K,h[P]))return!1;
for(P=X;P--!==0;){var t=h[P];if(!r(j[t],K[t]))return!1}return!0}return j!==j&&K!==K}});var Xe=Ee(Te=>{"use strict";Object.defineProperty(Te,"__esModule",{value:!0});var Je=Ue();Je.code='require("ajv/dist/runtime/equal").default';Te.default=Je});var s={},Ye=S;var er={$schema:"https://json-schema.org/draft/2020-12/schema",type:"object",additionalProperties:!1,required:["name","tools"],properties:{$schema:{type:"string",
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
type:"string",minLength:1,maxLength:100},minItems:1,maxItems:8},bodyMembers:{type:"array",items:{type:"string",minLength:1,maxLength:100},minItems:1,maxItems:8},
description:{type:"string",minLength:1,maxLength:1024,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},
optional:{type:"boolean",default:!1}}},effect:{type:"object",additionalProperties:!1,properties:{fetch:{type:"string",maxLength:8192,pattern:"^https?://[!-~]+$"},
method:{type:"string",default:"GET",pattern:"^(?!(CONNECT|TRACE|TRACK)$)[A-Z]{1,20}$"},store:{$ref:"#/$defs/storeQuestion"},answer:{},error:{$ref:"#/$defs/effec\
tError"}},if:{required:["store"]},then:{properties:{fetch:!1,method:!1,answer:{$ref:"#/$defs/storeAnswer"}}},else:{required:["fetch"],properties:{answer:{$ref:"\
#/$defs/effectResponse"}}},oneOf:[{required:["answer"]},{required:["error"]}]},effectResponse:{type:"object",additionalProperties:!1,properties:{status:{type:"i\
nteger",minimum:200,maximum:599,default:200},headers:{type:"object",maxProperties:64,propertyNames:{pattern:"^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$"},additionalProperties:{
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
ger",minimum:1},storeValueBytes:{type:"integer",minimum:1}}},v=Object.prototype.hasOwnProperty,J=we().default,rr=new RegExp("^[a-z0-9][a-z0-9-]{0,63}$","u"),tr=new RegExp(
"^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$","u"),Ze=new RegExp("^[^\\u0000-\\u0008\
\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$","u"),Ne=new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u202\
9\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$","u"),Ke=new RegExp("^https?://[!-~]+$","u"),sr=new RegExp("^(?!.*(^|/)(\\.|node_modules/))[A-Za-z0-9_@.-\
]+(/[A-Za-z0-9_@.-]+)*\\.(js|mjs|ts|mts)$","u"),ir={type:"object",additionalProperties:!1,required:["name","description","inputSchema"],if:{not:{required:["cont\
entBlocks"]}},then:{required:["outputSchema"]},else:{properties:{outputSchema:{type:"object",required:["type"],properties:{type:{const:"object"}}}}},properties:{
name:{type:"string",pattern:"^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$"},title:{type:"string",minLength:1,maxLength:256,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u\
2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},description:{type:"string",minLength:1,maxLength:8192,pattern:"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\\
u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},inputSchema:{type:"object",required:["type"],properties:{type:{const:"object"}}},outputSchema:{
type:"object"},contentBlocks:{const:!0},annotations:{$ref:"#/$defs/annotations"},export:{type:"string",maxLength:128,pattern:"^(?!__proto__$)[\\p{ID_Start}$_][\\p\
{ID_Continue}$]*$"},limits:{$ref:"#/$defs/limits"},examples:{type:"array",maxItems:64,items:{$ref:"#/$defs/example"}}}};var nr=new RegExp("^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$","u"),ar=new RegExp("^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$","u");function te(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=te.evaluated;if(N.dynamicProps&&(N.props=
void 0),N.dynamicItems&&(N.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean"&&r!==null)return te.errors=[s],!1;if(e===0&&r&&typeof r==
"object"&&!Array.isArray(r)){let I=e;for(let _ of Object.keys(r))if(!(_==="key"||_==="version"||_==="expiresAt"||_==="value"||_==="entries"||_==="next")){return te.
errors=[s],!1;break}if(I===e){if(r.key!==void 0&&v.call(r,"key")){let _=r.key,o=e;if(e===o)if(typeof _=="string"){if(J(_)>1024)return te.errors=[s],!1}else return te.
errors=[s],!1;var f=o===e}else var f=!0;if(f){if(r.version!==void 0&&v.call(r,"version")){let _=r.version,o=e;if(e===o)if(typeof _=="string"){if(J(_)>1024)return te.
errors=[s],!1}else return te.errors=[s],!1;var f=o===e}else var f=!0;if(f){if(r.expiresAt!==void 0&&v.call(r,"expiresAt")){let _=r.expiresAt,o=e;if(!(typeof _==
"number"&&!(_%1)&&!isNaN(_)&&isFinite(_)))return te.errors=[s],!1;if(e===o&&typeof _=="number"&&isFinite(_)&&(_<0||isNaN(_)))return te.errors=[s],!1;var f=o===e}else
var f=!0;if(f){if(r.value!==void 0&&v.call(r,"value")){let _=e;if(typeof r.value!="string")return te.errors=[s],!1;var f=_===e}else var f=!0;if(f){if(r.entries!==
void 0&&v.call(r,"entries")){let _=r.entries,o=e;if(e===o)if(Array.isArray(_)){if(_.length>1e3)return te.errors=[s],!1;{var g=!0;let L=_.length;for(let b=0;b<L;b++){
let m=_[b],n=e;if(e===e)if(m&&typeof m=="object"&&!Array.isArray(m)){let k;if((m.key===void 0||!v.call(m,"key"))&&(k="key")||(m.version===void 0||!v.call(m,"ver\
sion"))&&(k="version"))return te.errors=[s],!1;{let A=e;for(let i of Object.keys(m))if(!(i==="key"||i==="version"||i==="expiresAt")){return te.errors=[s],!1;break}
if(A===e){if(m.key!==void 0&&v.call(m,"key")){let i=m.key,d=e;if(e===d)if(typeof i=="string"){if(J(i)>1024)return te.errors=[s],!1}else return te.errors=[s],!1;
var y=d===e}else var y=!0;if(y){if(m.version!==void 0&&v.call(m,"version")){let i=m.version,d=e;if(e===d)if(typeof i=="string"){if(J(i)>1024)return te.errors=[s],
!1}else return te.errors=[s],!1;var y=d===e}else var y=!0;if(y)if(m.expiresAt!==void 0&&v.call(m,"expiresAt")){let i=m.expiresAt,d=e;if(!(typeof i=="number"&&!(i%
1)&&!isNaN(i)&&isFinite(i)))return te.errors=[s],!1;if(e===d&&typeof i=="number"&&isFinite(i)&&(i<0||isNaN(i)))return te.errors=[s],!1;var y=d===e}else var y=!0}}}}else
return te.errors=[s],!1;var g=n===e;if(!g)break}}}else return te.errors=[s],!1;var f=o===e}else var f=!0;if(f)if(r.next!==void 0&&v.call(r,"next")){let _=r.next,
o=e;if(e===o)if(typeof _=="string"){if(J(_)>1024)return te.errors=[s],!1}else return te.errors=[s],!1;var f=o===e}else var f=!0}}}}}}return te.errors=t,e===0}te.
evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var fr=new RegExp("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$","u"),lr=new RegExp("^[\\t -~]*$","u"),or=new RegExp(
"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$","u"),Ge=new RegExp("^(?!(CONNECT|TRACE|TRACK)$)[A-Z]{1,20}$","u"),ur=new RegExp("^[A-Z][A-Za-z]{0\
,63}$","u");function q(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=q.evaluated;N.dynamicProps&&
(N.props=void 0),N.dynamicItems&&(N.items=void 0);let f=e,g=!1,y=null,I=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let u;if((r.answer===void 0||!v.call(r,"a\
nswer"))&&(u="answer")){let p=s;t===null?t=[p]:t.push(p),e++}}var o=I===e;o&&(g=!0,y=0);let _=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let u;if((r.error===
void 0||!v.call(r,"error"))&&(u="error")){let p=s;t===null?t=[p]:t.push(p),e++}}var o=_===e;if(o&&g?(g=!1,y=[y,1]):o&&(g=!0,y=1),g){e=f,t!==null&&(f?t.length=f:
t=null);let u=e,p=!0,Y=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let T;if((r.store===void 0||!v.call(r,"store"))&&(T="store")){let Q={};t===null?t=[Q]:t.push(
Q),e++}}var l=Y===e;e=u,t!==null&&(u?t.length=u:t=null);let re;if(l){let T=e;if(r&&typeof r=="object"&&!Array.isArray(r)){if(r.fetch!==void 0&&v.call(r,"fetch")){
var L=!1;return q.errors=[s],!1}else var L=!0;if(L){if(r.method!==void 0&&v.call(r,"method")){var L=!1;return q.errors=[s],!1}else var L=!0;if(L)if(r.answer!==void 0&&
v.call(r,"answer")){let H=e;te(r.answer,{instancePath:j+"/answer",parentData:r,parentDataProperty:"answer",rootData:P,dynamicAnchors:h})||(t=t===null?te.errors:
t.concat(te.errors),e=t.length);var L=H===e}else var L=!0}}var l=T===e;if(p=l,p){var b={};b.fetch=!0,b.method=!0,b.answer=!0}re="then"}else{let T=e;if(r&&typeof r==
"object"&&!Array.isArray(r)){let H;if((r.fetch===void 0||!v.call(r,"fetch"))&&(H="fetch"))return q.errors=[s],!1;if(r.answer!==void 0&&v.call(r,"answer")){let R=r.
answer;if(e===e)if(R&&typeof R=="object"&&!Array.isArray(R)){let ae=e;for(let W of Object.keys(R))if(!(W==="status"||W==="headers"||W==="body"||W==="json"||W===
"base64")){return q.errors=[s],!1;break}if(ae===e){if(R.status!==void 0&&v.call(R,"status")){let W=R.status,M=e;if(!(typeof W=="number"&&!(W%1)&&!isNaN(W)&&isFinite(
W)))return q.errors=[s],!1;if(e===M&&typeof W=="number"&&isFinite(W)){if(W>599||isNaN(W))return q.errors=[s],!1;if(W<200||isNaN(W))return q.errors=[s],!1}var m=M===
e}else var m=!0;if(m){if(R.headers!==void 0&&v.call(R,"headers")){let W=R.headers,M=e;if(e===M)if(W&&typeof W=="object"&&!Array.isArray(W)){if(Object.keys(W).length>
64)return q.errors=[s],!1;for(let _e of Object.keys(W)){let $e=e;if(typeof _e=="string"&&!fr.test(_e)){let me=s;t===null?t=[me]:t.push(me),e++}var n=$e===e;if(!n){
let me=s;return t===null?t=[me]:t.push(me),e++,q.errors=t,!1;break}}if(n)for(let _e of Object.keys(W)){let $e=W[_e],me=e;if(e===me)if(typeof $e=="string"){if(J(
$e)>8192)return q.errors=[s],!1;if(!lr.test($e))return q.errors=[s],!1}else return q.errors=[s],!1;var c=me===e;if(!c)break}}else return q.errors=[s],!1;var m=M===
e}else var m=!0;if(m){if(R.body!==void 0&&v.call(R,"body")){let W=e;if(typeof R.body!="string")return q.errors=[s],!1;var m=W===e}else var m=!0;if(m){if(R.base64!==
void 0&&v.call(R,"base64")){let W=R.base64,M=e;if(e===M)if(typeof W=="string"){if(!or.test(W))return q.errors=[s],!1}else return q.errors=[s],!1;var m=M===e}else
var m=!0;if(m){if(R.body!==void 0&&v.call(R,"body")){let W=e;if(R&&typeof R=="object"&&!Array.isArray(R)){if(R.json!==void 0&&v.call(R,"json")){var $=!1;return q.
errors=[s],!1}else var $=!0;if($)if(R.base64!==void 0&&v.call(R,"base64")){var $=!1;return q.errors=[s],!1}else var $=!0}var k=W===e}else var k=!0;if(k)if(R.json!==
void 0&&v.call(R,"json")){let W=e;if(R&&typeof R=="object"&&!Array.isArray(R)&&R.base64!==void 0&&v.call(R,"base64"))return q.errors=[s],!1;var k=W===e}else var k=!0}}}}}}else
return q.errors=[s],!1}}var l=T===e;p=l,p&&b!==!0&&(b=b||{},b.answer=!0),re="else"}if(!p){let T=s;return t===null?t=[T]:t.push(T),e++,q.errors=t,!1}}else{let u=s;
return t===null?t=[u]:t.push(u),e++,q.errors=t,!1}if(e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let u=e;for(let p of Object.keys(r))if(!(p==="fetch"||p===
"method"||p==="store"||p==="answer"||p==="error")){return q.errors=[s],!1;break}if(u===e){if(r.fetch!==void 0&&v.call(r,"fetch")){let p=r.fetch,Y=e;if(e===Y)if(typeof p==
"string"){if(J(p)>8192)return q.errors=[s],!1;if(!Ke.test(p))return q.errors=[s],!1}else return q.errors=[s],!1;var A=Y===e}else var A=!0;if(A){if(r.method!==void 0&&
v.call(r,"method")){let p=r.method,Y=e;if(e===Y)if(typeof p=="string"){if(!Ge.test(p))return q.errors=[s],!1}else return q.errors=[s],!1;var A=Y===e}else var A=!0;
if(A){if(r.store!==void 0&&v.call(r,"store")){let p=r.store,Y=e,re=e,T=e,Q=!0,H=e;if(p&&typeof p=="object"&&!Array.isArray(p)&&p.op!==void 0&&v.call(p,"op")&&p.
op!=="list"){let ae={};t===null?t=[ae]:t.push(ae),e++}var i=H===e;e=T,t!==null&&(T?t.length=T:t=null);let R;if(i){let ae=e;if(p&&typeof p=="object"&&!Array.isArray(
p)){if(p.key!==void 0&&v.call(p,"key")){var d=!1;return q.errors=[s],!1}else var d=!0;if(d){if(p.value!==void 0&&v.call(p,"value")){var d=!1;return q.errors=[s],
!1}else var d=!0;if(d){if(p.ttlMs!==void 0&&v.call(p,"ttlMs")){var d=!1;return q.errors=[s],!1}else var d=!0;if(d)if(p.ifVersion!==void 0&&v.call(p,"ifVersion")){
var d=!1;return q.errors=[s],!1}else var d=!0}}}var i=ae===e;if(Q=i,Q){var C={};C.key=!0,C.value=!0,C.ttlMs=!0,C.ifVersion=!0,C.op=!0}R="then"}else{let ae=e;if(p&&
typeof p=="object"&&!Array.isArray(p)){let M;if((p.key===void 0||!v.call(p,"key"))&&(M="key"))return q.errors=[s],!1;if(p.prefix!==void 0&&v.call(p,"prefix")){var ee=!1;
return q.errors=[s],!1}else var ee=!0;if(ee){if(p.after!==void 0&&v.call(p,"after")){var ee=!1;return q.errors=[s],!1}else var ee=!0;if(ee)if(p.limit!==void 0&&
v.call(p,"limit")){var ee=!1;return q.errors=[s],!1}else var ee=!0}}var i=ae===e;Q=i,Q&&C!==!0&&(C=C||{},C.prefix=!0,C.after=!0,C.limit=!0),R="else"}if(!Q){let ae=s;
return t===null?t=[ae]:t.push(ae),e++,q.errors=t,!1}if(e===re)if(p&&typeof p=="object"&&!Array.isArray(p)){let ae;if((p.op===void 0||!v.call(p,"op"))&&(ae="op"))
return q.errors=[s],!1;{let W=e;for(let M of Object.keys(p))if(!(M==="op"||M==="key"||M==="value"||M==="ttlMs"||M==="ifVersion"||M==="prefix"||M==="after"||M===
"limit")){return q.errors=[s],!1;break}if(W===e){if(p.op!==void 0&&v.call(p,"op")){let M=p.op,ie=e;if(!(M==="get"||M==="set"||M==="delete"||M==="list"))return q.
errors=[s],!1;var B=ie===e}else var B=!0;if(B){if(p.key!==void 0&&v.call(p,"key")){let M=p.key,ie=e;if(e===ie)if(typeof M=="string"){if(J(M)>1024)return q.errors=
[s],!1}else return q.errors=[s],!1;var B=ie===e}else var B=!0;if(B){if(p.value!==void 0&&v.call(p,"value")){let M=e;if(typeof p.value!="string")return q.errors=
[s],!1;var B=M===e}else var B=!0;if(B){if(p.ttlMs!==void 0&&v.call(p,"ttlMs")){let M=p.ttlMs,ie=e;if(!(typeof M=="number"&&!(M%1)&&!isNaN(M)&&isFinite(M)))return q.
errors=[s],!1;if(e===ie&&typeof M=="number"&&isFinite(M)&&(M<1||isNaN(M)))return q.errors=[s],!1;var B=ie===e}else var B=!0;if(B){if(p.ifVersion!==void 0&&v.call(
p,"ifVersion")){let M=p.ifVersion,ie=e;if(typeof M!="string"&&M!==null)return q.errors=[s],!1;if(e===ie&&typeof M=="string"&&J(M)>1024)return q.errors=[s],!1;var B=ie===
e}else var B=!0;if(B){if(p.prefix!==void 0&&v.call(p,"prefix")){let M=p.prefix,ie=e;if(e===ie)if(typeof M=="string"){if(J(M)>1024)return q.errors=[s],!1}else return q.
errors=[s],!1;var B=ie===e}else var B=!0;if(B){if(p.after!==void 0&&v.call(p,"after")){let M=p.after,ie=e;if(e===ie)if(typeof M=="string"){if(J(M)>1024)return q.
errors=[s],!1}else return q.errors=[s],!1;var B=ie===e}else var B=!0;if(B)if(p.limit!==void 0&&v.call(p,"limit")){let M=p.limit,ie=e;if(!(typeof M=="number"&&!(M%
1)&&!isNaN(M)&&isFinite(M)))return q.errors=[s],!1;if(e===ie&&typeof M=="number"&&isFinite(M)&&(M<1||isNaN(M)))return q.errors=[s],!1;var B=ie===e}else var B=!0}}}}}}}}}else
return q.errors=[s],!1;var A=Y===e}else var A=!0;if(A)if(r.error!==void 0&&v.call(r,"error")){let p=r.error,Y=e;if(e===e)if(p&&typeof p=="object"&&!Array.isArray(
p)){let Q;if((p.name===void 0||!v.call(p,"name"))&&(Q="name")||(p.message===void 0||!v.call(p,"message"))&&(Q="message"))return q.errors=[s],!1;{let H=e;for(let R of Object.
keys(p))if(!(R==="name"||R==="message")){return q.errors=[s],!1;break}if(H===e){if(p.name!==void 0&&v.call(p,"name")){let R=p.name,pe=e;if(e===pe)if(typeof R=="\
string"){if(!ur.test(R))return q.errors=[s],!1}else return q.errors=[s],!1;var a=pe===e}else var a=!0;if(a)if(p.message!==void 0&&v.call(p,"message")){let R=p.message,
pe=e;if(e===pe)if(typeof R=="string"){if(J(R)>1024)return q.errors=[s],!1;if(!Ne.test(R))return q.errors=[s],!1}else return q.errors=[s],!1;var a=pe===e}else var a=!0}}}else
return q.errors=[s],!1;var A=Y===e}else var A=!0}}}}else return q.errors=[s],!1;return q.errors=t,e===0}q.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function de(r,{
instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=de.evaluated;if(N.dynamicProps&&(N.props=void 0),N.dynamicItems&&
(N.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let y;if((r.arguments===void 0||!v.call(r,"arguments"))&&(y="arguments")||(r.result===void 0||
!v.call(r,"result"))&&(y="result"))return de.errors=[s],!1;{let I=e;for(let _ of Object.keys(r))if(!(_==="description"||_==="arguments"||_==="result"||_==="effe\
cts")){return de.errors=[s],!1;break}if(I===e){if(r.description!==void 0&&v.call(r,"description")){let _=r.description,o=e;if(e===o)if(typeof _=="string"){if(J(
_)>1024)return de.errors=[s],!1;if(J(_)<1)return de.errors=[s],!1;if(!Ze.test(_))return de.errors=[s],!1}else return de.errors=[s],!1;var f=o===e}else var f=!0;
if(f){if(r.arguments!==void 0&&v.call(r,"arguments")){let _=r.arguments,o=e;if(!(_&&typeof _=="object"&&!Array.isArray(_)))return de.errors=[s],!1;var f=o===e}else
var f=!0;if(f)if(r.effects!==void 0&&v.call(r,"effects")){let _=r.effects,o=e;if(e===o)if(Array.isArray(_)){if(_.length>64)return de.errors=[s],!1;{var g=!0;let L=_.
length;for(let b=0;b<L;b++){let m=e;q(_[b],{instancePath:j+"/effects/"+b,parentData:_,parentDataProperty:b,rootData:P,dynamicAnchors:h})||(t=t===null?q.errors:t.
concat(q.errors),e=t.length);var g=m===e;if(!g)break}}}else return de.errors=[s],!1;var f=o===e}else var f=!0}}}}else return de.errors=[s],!1;return de.errors=t,
e===0}de.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function D(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){
let t=null,e=0,N=D.evaluated;N.dynamicProps&&(N.props=void 0),N.dynamicItems&&(N.items=void 0);let f=e,g=!0,y=e,I=e,_=e;if(r&&typeof r=="object"&&!Array.isArray(
r)){let k;if((r.contentBlocks===void 0||!v.call(r,"contentBlocks"))&&(k="contentBlocks")){let A={};t===null?t=[A]:t.push(A),e++}}var o=_===e;if(o){let k={};t===
null?t=[k]:t.push(k),e++}else e=I,t!==null&&(I?t.length=I:t=null);var l=y===e;e=f,t!==null&&(f?t.length=f:t=null);let L;if(l){let k=e;if(r&&typeof r=="object"&&
!Array.isArray(r)){let i;if((r.outputSchema===void 0||!v.call(r,"outputSchema"))&&(i="outputSchema"))return D.errors=[s],!1}var l=k===e;g=l,L="then"}else{let k=e;
if(r&&typeof r=="object"&&!Array.isArray(r)&&r.outputSchema!==void 0&&v.call(r,"outputSchema")){let i=r.outputSchema;if(e===e)if(i&&typeof i=="object"&&!Array.isArray(
i)){let C;if((i.type===void 0||!v.call(i,"type"))&&(C="type"))return D.errors=[s],!1;if(i.type!==void 0&&v.call(i,"type")&&i.type!=="object")return D.errors=[s],
!1}else return D.errors=[s],!1}var l=k===e;if(g=l,g){var b={};b.outputSchema=!0}L="else"}if(!g){let k=s;return t===null?t=[k]:t.push(k),e++,D.errors=t,!1}if(e===
0)if(r&&typeof r=="object"&&!Array.isArray(r)){let k;if((r.name===void 0||!v.call(r,"name"))&&(k="name")||(r.description===void 0||!v.call(r,"description"))&&(k=
"description")||(r.inputSchema===void 0||!v.call(r,"inputSchema"))&&(k="inputSchema"))return D.errors=[s],!1;{let A=e;for(let i of Object.keys(r))if(!v.call(ir.
properties,i)){return D.errors=[s],!1;break}if(A===e){if(r.name!==void 0&&v.call(r,"name")){let i=r.name,d=e;if(e===d)if(typeof i=="string"){if(!nr.test(i))return D.
errors=[s],!1}else return D.errors=[s],!1;var m=d===e}else var m=!0;if(m){if(r.title!==void 0&&v.call(r,"title")){let i=r.title,d=e;if(e===d)if(typeof i=="strin\
g"){if(J(i)>256)return D.errors=[s],!1;if(J(i)<1)return D.errors=[s],!1;if(!Ne.test(i))return D.errors=[s],!1}else return D.errors=[s],!1;var m=d===e}else var m=!0;
if(m){if(r.description!==void 0&&v.call(r,"description")){let i=r.description,d=e;if(e===d)if(typeof i=="string"){if(J(i)>8192)return D.errors=[s],!1;if(J(i)<1)
return D.errors=[s],!1;if(!Ze.test(i))return D.errors=[s],!1}else return D.errors=[s],!1;var m=d===e}else var m=!0;if(m){if(r.inputSchema!==void 0&&v.call(r,"in\
putSchema")){let i=r.inputSchema,d=e;if(e===d)if(i&&typeof i=="object"&&!Array.isArray(i)){let ee;if((i.type===void 0||!v.call(i,"type"))&&(ee="type"))return D.
errors=[s],!1;if(i.type!==void 0&&v.call(i,"type")&&i.type!=="object")return D.errors=[s],!1}else return D.errors=[s],!1;var m=d===e}else var m=!0;if(m){if(r.outputSchema!==
void 0&&v.call(r,"outputSchema")){let i=r.outputSchema,d=e;if(!(i&&typeof i=="object"&&!Array.isArray(i)))return D.errors=[s],!1;var m=d===e}else var m=!0;if(m){
if(r.contentBlocks!==void 0&&v.call(r,"contentBlocks")){let i=e;if(r.contentBlocks!==!0)return D.errors=[s],!1;var m=i===e}else var m=!0;if(m){if(r.annotations!==
void 0&&v.call(r,"annotations")){let i=r.annotations,d=e;if(e===e)if(i&&typeof i=="object"&&!Array.isArray(i)){let B=e;for(let a of Object.keys(i))if(!(a==="tit\
le"||a==="readOnlyHint"||a==="destructiveHint"||a==="idempotentHint"||a==="openWorldHint")){return D.errors=[s],!1;break}if(B===e){if(i.title!==void 0&&v.call(i,
"title")){let a=i.title,u=e;if(e===u)if(typeof a=="string"){if(J(a)>256)return D.errors=[s],!1;if(J(a)<1)return D.errors=[s],!1;if(!Ne.test(a))return D.errors=[
s],!1}else return D.errors=[s],!1;var n=u===e}else var n=!0;if(n){if(i.readOnlyHint!==void 0&&v.call(i,"readOnlyHint")){let a=e;if(typeof i.readOnlyHint!="boole\
an")return D.errors=[s],!1;var n=a===e}else var n=!0;if(n){if(i.destructiveHint!==void 0&&v.call(i,"destructiveHint")){let a=e;if(typeof i.destructiveHint!="boo\
lean")return D.errors=[s],!1;var n=a===e}else var n=!0;if(n){if(i.idempotentHint!==void 0&&v.call(i,"idempotentHint")){let a=e;if(typeof i.idempotentHint!="bool\
ean")return D.errors=[s],!1;var n=a===e}else var n=!0;if(n)if(i.openWorldHint!==void 0&&v.call(i,"openWorldHint")){let a=e;if(typeof i.openWorldHint!="boolean")
return D.errors=[s],!1;var n=a===e}else var n=!0}}}}}else return D.errors=[s],!1;var m=d===e}else var m=!0;if(m){if(r.export!==void 0&&v.call(r,"export")){let i=r.
export,d=e;if(e===d)if(typeof i=="string"){if(J(i)>128)return D.errors=[s],!1;if(!ar.test(i))return D.errors=[s],!1}else return D.errors=[s],!1;var m=d===e}else
var m=!0;if(m){if(r.limits!==void 0&&v.call(r,"limits")){let i=r.limits,d=e;if(e===e)if(i&&typeof i=="object"&&!Array.isArray(i)){let B=e;for(let a of Object.keys(
i))if(!v.call(We.properties,a)){return D.errors=[s],!1;break}if(B===e){if(i.cpuMs!==void 0&&v.call(i,"cpuMs")){let a=i.cpuMs,u=e;if(!(typeof a=="number"&&!(a%1)&&
!isNaN(a)&&isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[s],!1;var c=u===e}else var c=!0;if(c){
if(i.wallMs!==void 0&&v.call(i,"wallMs")){let a=i.wallMs,u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a==
"number"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[s],!1;var c=u===e}else var c=!0;if(c){if(i.memoryMb!==void 0&&v.call(i,"memoryMb")){let a=i.memoryMb,u=e;
if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[s],!1;
var c=u===e}else var c=!0;if(c){if(i.argumentsBytes!==void 0&&v.call(i,"argumentsBytes")){let a=i.argumentsBytes,u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&
isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[s],!1;var c=u===e}else var c=!0;if(c){if(i.resultBytes!==
void 0&&v.call(i,"resultBytes")){let a=i.resultBytes,u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a=="nu\
mber"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[s],!1;var c=u===e}else var c=!0;if(c){if(i.resultDepth!==void 0&&v.call(i,"resultDepth")){let a=i.resultDepth,
u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[
s],!1;var c=u===e}else var c=!0;if(c){if(i.logBytes!==void 0&&v.call(i,"logBytes")){let a=i.logBytes,u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))
return D.errors=[s],!1;if(e===u&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[s],!1;var c=u===e}else var c=!0;if(c){if(i.logLines!==void 0&&
v.call(i,"logLines")){let a=i.logLines,u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a=="number"&&isFinite(
a)&&(a<1||isNaN(a)))return D.errors=[s],!1;var c=u===e}else var c=!0;if(c){if(i.hostCalls!==void 0&&v.call(i,"hostCalls")){let a=i.hostCalls,u=e;if(!(typeof a==
"number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[s],!1;var c=u===e}else
var c=!0;if(c){if(i.fetchCalls!==void 0&&v.call(i,"fetchCalls")){let a=i.fetchCalls,u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return D.errors=
[s],!1;if(e===u&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[s],!1;var c=u===e}else var c=!0;if(c){if(i.fetchConcurrency!==void 0&&v.call(
i,"fetchConcurrency")){let a=i.fetchConcurrency,u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a=="number"&&
isFinite(a)&&(a<1||isNaN(a)))return D.errors=[s],!1;var c=u===e}else var c=!0;if(c){if(i.fetchRequestBytes!==void 0&&v.call(i,"fetchRequestBytes")){let a=i.fetchRequestBytes,
u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[
s],!1;var c=u===e}else var c=!0;if(c){if(i.fetchResponseBytes!==void 0&&v.call(i,"fetchResponseBytes")){let a=i.fetchResponseBytes,u=e;if(!(typeof a=="number"&&
!(a%1)&&!isNaN(a)&&isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[s],!1;var c=u===e}else var c=!0;
if(c){if(i.fetchMs!==void 0&&v.call(i,"fetchMs")){let a=i.fetchMs,u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return D.errors=[s],!1;if(e===u&&
typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[s],!1;var c=u===e}else var c=!0;if(c){if(i.storeBytes!==void 0&&v.call(i,"storeBytes")){let a=i.
storeBytes,u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return D.
errors=[s],!1;var c=u===e}else var c=!0;if(c){if(i.storeKeys!==void 0&&v.call(i,"storeKeys")){let a=i.storeKeys,u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&
isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[s],!1;var c=u===e}else var c=!0;if(c)if(i.storeValueBytes!==
void 0&&v.call(i,"storeValueBytes")){let a=i.storeValueBytes,u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return D.errors=[s],!1;if(e===u&&typeof a==
"number"&&isFinite(a)&&(a<1||isNaN(a)))return D.errors=[s],!1;var c=u===e}else var c=!0}}}}}}}}}}}}}}}}}else return D.errors=[s],!1;var m=d===e}else var m=!0;if(m)
if(r.examples!==void 0&&v.call(r,"examples")){let i=r.examples,d=e;if(e===d)if(Array.isArray(i)){if(i.length>64)return D.errors=[s],!1;{var $=!0;let ee=i.length;
for(let B=0;B<ee;B++){let a=e;de(i[B],{instancePath:j+"/examples/"+B,parentData:i,parentDataProperty:B,rootData:P,dynamicAnchors:h})||(t=t===null?de.errors:t.concat(
de.errors),e=t.length);var $=a===e;if(!$)break}}}else return D.errors=[s],!1;var m=d===e}else var m=!0}}}}}}}}}}}else return D.errors=[s],!1;return D.errors=t,e===
0}D.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var cr=new RegExp("^/[!-~]*$","u"),pr=new RegExp("^[A-Z][A-Z0-9_]{0,63}$","u"),dr=new RegExp("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$","u");function w(r,{instancePath:j="",
parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=w.evaluated;if(N.dynamicProps&&(N.props=void 0),N.dynamicItems&&(N.items=
void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let n=e;for(let c of Object.keys(r))if(!(c==="fetch"||c==="store"||c==="secrets")){return w.errors=[s],
!1;break}if(n===e){if(r.fetch!==void 0&&v.call(r,"fetch")){let c=r.fetch,$=e;if(e===$)if(Array.isArray(c)){if(c.length>64)return w.errors=[s],!1;{var f=!0;let k=c.
length;for(let A=0;A<k;A++){let i=c[A],d=e;if(e===e)if(i&&typeof i=="object"&&!Array.isArray(i)){let B;if((i.origin===void 0||!v.call(i,"origin"))&&(B="origin"))
return w.errors=[s],!1;{let a=e;for(let u of Object.keys(i))if(!(u==="origin"||u==="methods"||u==="path"||u==="optional")){return w.errors=[s],!1;break}if(a===e){
if(i.origin!==void 0&&v.call(i,"origin")){let u=i.origin,p=e;if(e===p)if(typeof u=="string"){if(J(u)>300)return w.errors=[s],!1}else return w.errors=[s],!1;var g=p===
e}else var g=!0;if(g){if(i.methods!==void 0&&v.call(i,"methods")){let u=i.methods,p=e;if(e===p)if(Array.isArray(u)){if(u.length>16)return w.errors=[s],!1;if(u.length<
1)return w.errors=[s],!1;{var y=!0;let re=u.length;for(let T=0;T<re;T++){let Q=u[T],H=e;if(e===H)if(typeof Q=="string"){if(!Ge.test(Q))return w.errors=[s],!1}else
return w.errors=[s],!1;var y=H===e;if(!y)break}if(y){let T=u.length,Q;if(T>1){let H={};for(;T--;){let R=u[T];if(typeof R=="string"){if(typeof H[R]=="number"){return Q=
H[R],w.errors=[s],!1;break}H[R]=T}}}}}}else return w.errors=[s],!1;var g=p===e}else var g=!0;if(g){if(i.path!==void 0&&v.call(i,"path")){let u=i.path,p=e;if(e===
p)if(typeof u=="string"){if(J(u)>1024)return w.errors=[s],!1;if(!cr.test(u))return w.errors=[s],!1}else return w.errors=[s],!1;var g=p===e}else var g=!0;if(g)if(i.
optional!==void 0&&v.call(i,"optional")){let u=e;if(typeof i.optional!="boolean")return w.errors=[s],!1;var g=u===e}else var g=!0}}}}}else return w.errors=[s],!1;
var f=d===e;if(!f)break}}}else return w.errors=[s],!1;var I=$===e}else var I=!0;if(I){if(r.store!==void 0&&v.call(r,"store")){let c=r.store,$=e;if(e===e)if(c&&typeof c==
"object"&&!Array.isArray(c)){let i=e;for(let d of Object.keys(c))if(!(d==="scope"||d==="optional")){return w.errors=[s],!1;break}if(i===e){if(c.scope!==void 0&&
v.call(c,"scope")){let d=c.scope,C=e;if(!(d==="plugin"||d==="caller"))return w.errors=[s],!1;var _=C===e}else var _=!0;if(_)if(c.optional!==void 0&&v.call(c,"op\
tional")){let d=e;if(typeof c.optional!="boolean")return w.errors=[s],!1;var _=d===e}else var _=!0}}else return w.errors=[s],!1;var I=$===e}else var I=!0;if(I)if(r.
secrets!==void 0&&v.call(r,"secrets")){let c=r.secrets,$=e;if(e===$)if(Array.isArray(c)){if(c.length>32)return w.errors=[s],!1;{var o=!0;let A=c.length;for(let i=0;i<
A;i++){let d=c[i],C=e;if(e===e)if(d&&typeof d=="object"&&!Array.isArray(d)){let a;if((d.name===void 0||!v.call(d,"name"))&&(a="name")||(d.origin===void 0||!v.call(
d,"origin"))&&(a="origin"))return w.errors=[s],!1;{let u=e;for(let p of Object.keys(d))if(!(p==="name"||p==="origin"||p==="headers"||p==="parameters"||p==="body\
Members"||p==="description"||p==="optional")){return w.errors=[s],!1;break}if(u===e){if(d.name!==void 0&&v.call(d,"name")){let p=d.name,Y=e;if(e===Y)if(typeof p==
"string"){if(!pr.test(p))return w.errors=[s],!1}else return w.errors=[s],!1;var l=Y===e}else var l=!0;if(l){if(d.origin!==void 0&&v.call(d,"origin")){let p=d.origin,
Y=e;if(e===Y)if(typeof p=="string"){if(J(p)>300)return w.errors=[s],!1}else return w.errors=[s],!1;var l=Y===e}else var l=!0;if(l){if(d.headers!==void 0&&v.call(
d,"headers")){let p=d.headers,Y=e;if(e===Y)if(Array.isArray(p)){if(p.length>8)return w.errors=[s],!1;if(p.length<1)return w.errors=[s],!1;{var L=!0;let T=p.length;
for(let Q=0;Q<T;Q++){let H=p[Q],R=e;if(e===R)if(typeof H=="string"){if(!dr.test(H))return w.errors=[s],!1}else return w.errors=[s],!1;var L=R===e;if(!L)break}}}else
return w.errors=[s],!1;var l=Y===e}else var l=!0;if(l){if(d.parameters!==void 0&&v.call(d,"parameters")){let p=d.parameters,Y=e;if(e===Y)if(Array.isArray(p)){if(p.
length>8)return w.errors=[s],!1;if(p.length<1)return w.errors=[s],!1;{var b=!0;let T=p.length;for(let Q=0;Q<T;Q++){let H=p[Q],R=e;if(e===R)if(typeof H=="string"){
if(J(H)>100)return w.errors=[s],!1;if(J(H)<1)return w.errors=[s],!1}else return w.errors=[s],!1;var b=R===e;if(!b)break}}}else return w.errors=[s],!1;var l=Y===
e}else var l=!0;if(l){if(d.bodyMembers!==void 0&&v.call(d,"bodyMembers")){let p=d.bodyMembers,Y=e;if(e===Y)if(Array.isArray(p)){if(p.length>8)return w.errors=[s],
!1;if(p.length<1)return w.errors=[s],!1;{var m=!0;let T=p.length;for(let Q=0;Q<T;Q++){let H=p[Q],R=e;if(e===R)if(typeof H=="string"){if(J(H)>100)return w.errors=
[s],!1;if(J(H)<1)return w.errors=[s],!1}else return w.errors=[s],!1;var m=R===e;if(!m)break}}}else return w.errors=[s],!1;var l=Y===e}else var l=!0;if(l){if(d.description!==
void 0&&v.call(d,"description")){let p=d.description,Y=e;if(e===Y)if(typeof p=="string"){if(J(p)>1024)return w.errors=[s],!1;if(J(p)<1)return w.errors=[s],!1;if(!Ne.
test(p))return w.errors=[s],!1}else return w.errors=[s],!1;var l=Y===e}else var l=!0;if(l)if(d.optional!==void 0&&v.call(d,"optional")){let p=e;if(typeof d.optional!=
"boolean")return w.errors=[s],!1;var l=p===e}else var l=!0}}}}}}}}else return w.errors=[s],!1;var o=C===e;if(!o)break}}}else return w.errors=[s],!1;var I=$===e}else
var I=!0}}}else return w.errors=[s],!1;return w.errors=t,e===0}w.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function S(r,{instancePath:j="",parentData:K,
parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=S.evaluated;if(N.dynamicProps&&(N.props=void 0),N.dynamicItems&&(N.items=void 0),e===
0)if(r&&typeof r=="object"&&!Array.isArray(r)){let I;if((r.name===void 0||!v.call(r,"name"))&&(I="name")||(r.tools===void 0||!v.call(r,"tools"))&&(I="tools"))return S.
errors=[s],!1;{let _=e;for(let o of Object.keys(r))if(!v.call(er.properties,o)){return S.errors=[s],!1;break}if(_===e){if(r.$schema!==void 0&&v.call(r,"$schema")){
let o=r.$schema,l=e;if(e===l)if(typeof o=="string"){if(J(o)>2048)return S.errors=[s],!1}else return S.errors=[s],!1;var f=l===e}else var f=!0;if(f){if(r.name!==
void 0&&v.call(r,"name")){let o=r.name,l=e;if(e===l)if(typeof o=="string"){if(!rr.test(o))return S.errors=[s],!1}else return S.errors=[s],!1;var f=l===e}else var f=!0;
if(f){if(r.version!==void 0&&v.call(r,"version")){let o=r.version,l=e;if(e===l)if(typeof o=="string"){if(J(o)>128)return S.errors=[s],!1;if(!tr.test(o))return S.
errors=[s],!1}else return S.errors=[s],!1;var f=l===e}else var f=!0;if(f){if(r.description!==void 0&&v.call(r,"description")){let o=r.description,l=e;if(e===l)if(typeof o==
"string"){if(J(o)>8192)return S.errors=[s],!1;if(J(o)<1)return S.errors=[s],!1;if(!Ze.test(o))return S.errors=[s],!1}else return S.errors=[s],!1;var f=l===e}else
var f=!0;if(f){if(r.author!==void 0&&v.call(r,"author")){let o=r.author,l=e;if(e===l)if(typeof o=="string"){if(J(o)>256)return S.errors=[s],!1;if(J(o)<1)return S.
errors=[s],!1;if(!Ne.test(o))return S.errors=[s],!1}else return S.errors=[s],!1;var f=l===e}else var f=!0;if(f){if(r.license!==void 0&&v.call(r,"license")){let o=r.
license,l=e;if(e===l)if(typeof o=="string"){if(J(o)>128)return S.errors=[s],!1;if(J(o)<1)return S.errors=[s],!1;if(!Ne.test(o))return S.errors=[s],!1}else return S.
errors=[s],!1;var f=l===e}else var f=!0;if(f){if(r.homepage!==void 0&&v.call(r,"homepage")){let o=r.homepage,l=e;if(e===l)if(typeof o=="string"){if(J(o)>2048)return S.
errors=[s],!1;if(!Ke.test(o))return S.errors=[s],!1}else return S.errors=[s],!1;var f=l===e}else var f=!0;if(f){if(r.entry!==void 0&&v.call(r,"entry")){let o=r.
entry,l=e;if(e===l)if(typeof o=="string"){if(J(o)>256)return S.errors=[s],!1;if(!sr.test(o))return S.errors=[s],!1}else return S.errors=[s],!1;var f=l===e}else var f=!0;
if(f){if(r.tools!==void 0&&v.call(r,"tools")){let o=r.tools,l=e;if(e===l)if(Array.isArray(o)){if(o.length>128)return S.errors=[s],!1;if(o.length<1)return S.errors=
[s],!1;{var g=!0;let b=o.length;for(let m=0;m<b;m++){let n=e;D(o[m],{instancePath:j+"/tools/"+m,parentData:o,parentDataProperty:m,rootData:P,dynamicAnchors:h})||
(t=t===null?D.errors:t.concat(D.errors),e=t.length);var g=n===e;if(!g)break}}}else return S.errors=[s],!1;var f=l===e}else var f=!0;if(f){if(r.limits!==void 0&&
v.call(r,"limits")){let o=r.limits,l=e;if(e===e)if(o&&typeof o=="object"&&!Array.isArray(o)){let m=e;for(let n of Object.keys(o))if(!v.call(We.properties,n)){return S.
errors=[s],!1;break}if(m===e){if(o.cpuMs!==void 0&&v.call(o,"cpuMs")){let n=o.cpuMs,c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return S.errors=
[s],!1;if(e===c&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return S.errors=[s],!1;var y=c===e}else var y=!0;if(y){if(o.wallMs!==void 0&&v.call(o,"wallMs")){
let n=o.wallMs,c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return S.errors=[s],!1;if(e===c&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return S.
errors=[s],!1;var y=c===e}else var y=!0;if(y){if(o.memoryMb!==void 0&&v.call(o,"memoryMb")){let n=o.memoryMb,c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(
n)))return S.errors=[s],!1;if(e===c&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return S.errors=[s],!1;var y=c===e}else var y=!0;if(y){if(o.argumentsBytes!==
void 0&&v.call(o,"argumentsBytes")){let n=o.argumentsBytes,c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return S.errors=[s],!1;if(e===c&&typeof n==
"number"&&isFinite(n)&&(n<1||isNaN(n)))return S.errors=[s],!1;var y=c===e}else var y=!0;if(y){if(o.resultBytes!==void 0&&v.call(o,"resultBytes")){let n=o.resultBytes,
c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return S.errors=[s],!1;if(e===c&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return S.errors=[
s],!1;var y=c===e}else var y=!0;if(y){if(o.resultDepth!==void 0&&v.call(o,"resultDepth")){let n=o.resultDepth,c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(
n)))return S.errors=[s],!1;if(e===c&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return S.errors=[s],!1;var y=c===e}else var y=!0;if(y){if(o.logBytes!==void 0&&
v.call(o,"logBytes")){let n=o.logBytes,c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return S.errors=[s],!1;if(e===c&&typeof n=="number"&&isFinite(
n)&&(n<1||isNaN(n)))return S.errors=[s],!1;var y=c===e}else var y=!0;if(y){if(o.logLines!==void 0&&v.call(o,"logLines")){let n=o.logLines,c=e;if(!(typeof n=="nu\
mber"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return S.errors=[s],!1;if(e===c&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return S.errors=[s],!1;var y=c===e}else
var y=!0;if(y){if(o.hostCalls!==void 0&&v.call(o,"hostCalls")){let n=o.hostCalls,c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return S.errors=[s],
!1;if(e===c&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return S.errors=[s],!1;var y=c===e}else var y=!0;if(y){if(o.fetchCalls!==void 0&&v.call(o,"fetchCa\
lls")){let n=o.fetchCalls,c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return S.errors=[s],!1;if(e===c&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(
n)))return S.errors=[s],!1;var y=c===e}else var y=!0;if(y){if(o.fetchConcurrency!==void 0&&v.call(o,"fetchConcurrency")){let n=o.fetchConcurrency,c=e;if(!(typeof n==
"number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return S.errors=[s],!1;if(e===c&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return S.errors=[s],!1;var y=c===e}else
var y=!0;if(y){if(o.fetchRequestBytes!==void 0&&v.call(o,"fetchRequestBytes")){let n=o.fetchRequestBytes,c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(
n)))return S.errors=[s],!1;if(e===c&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return S.errors=[s],!1;var y=c===e}else var y=!0;if(y){if(o.fetchResponseBytes!==
void 0&&v.call(o,"fetchResponseBytes")){let n=o.fetchResponseBytes,c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return S.errors=[s],!1;if(e===c&&
typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return S.errors=[s],!1;var y=c===e}else var y=!0;if(y){if(o.fetchMs!==void 0&&v.call(o,"fetchMs")){let n=o.fetchMs,
c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return S.errors=[s],!1;if(e===c&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return S.errors=[
s],!1;var y=c===e}else var y=!0;if(y){if(o.storeBytes!==void 0&&v.call(o,"storeBytes")){let n=o.storeBytes,c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(
n)))return S.errors=[s],!1;if(e===c&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return S.errors=[s],!1;var y=c===e}else var y=!0;if(y){if(o.storeKeys!==void 0&&
v.call(o,"storeKeys")){let n=o.storeKeys,c=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return S.errors=[s],!1;if(e===c&&typeof n=="number"&&isFinite(
n)&&(n<1||isNaN(n)))return S.errors=[s],!1;var y=c===e}else var y=!0;if(y)if(o.storeValueBytes!==void 0&&v.call(o,"storeValueBytes")){let n=o.storeValueBytes,c=e;
if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return S.errors=[s],!1;if(e===c&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return S.errors=[s],!1;
var y=c===e}else var y=!0}}}}}}}}}}}}}}}}}else return S.errors=[s],!1;var f=l===e}else var f=!0;if(f){if(r.freshState!==void 0&&v.call(r,"freshState")){let o=e;
if(r.freshState!=="isolate")return S.errors=[s],!1;var f=o===e}else var f=!0;if(f)if(r.capabilities!==void 0&&v.call(r,"capabilities")){let o=e;w(r.capabilities,
{instancePath:j+"/capabilities",parentData:r,parentDataProperty:"capabilities",rootData:P,dynamicAnchors:h})||(t=t===null?w.errors:t.concat(w.errors),e=t.length);
var f=o===e}else var f=!0}}}}}}}}}}}}}else return S.errors=[s],!1;return S.errors=t,e===0}S.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var x={},yr=be;var E=Object.prototype.hasOwnProperty,vr=new RegExp("^[a-z0-9][a-z0-9-]{0,63}$","u"),mr={type:"object",properties:{version:{$ref:"#/$defs/version"},digest:{$ref:"\
#/$defs/digest"},key:{type:"string",maxLength:128},tools:{type:"object",additionalProperties:{$ref:"#/$defs/tool"}},dropped:{type:"object",additionalProperties:{
$ref:"#/$defs/tool"}},limits:{$ref:"#/$defs/limits"},toolLimits:{type:"object",additionalProperties:{$ref:"#/$defs/limits"}},freshState:{const:"isolate"},capabilities:{
$ref:"#/$defs/capabilities"},accepted:{type:"array",items:{$ref:"#/$defs/digest"},maxItems:64},versions:{type:"array",items:{$ref:"#/$defs/served"},maxItems:1e3},
pinned:{$ref:"#/$defs/version"}},required:["version","digest","tools","limits","toolLimits","capabilities","accepted"],additionalProperties:!1};var he=we().default,ze=new RegExp("^sha256-[0-9a-f]{64}$","u");function G(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=G.evaluated;if(N.dynamicProps&&(N.props=
void 0),N.dynamicItems&&(N.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let m=e;for(let n of Object.keys(r))if(!(n==="fetch"||n==="store"||n===
"secrets")){return G.errors=[x],!1;break}if(m===e){if(r.fetch!==void 0&&E.call(r,"fetch")){let n=r.fetch,c=e;if(e===c)if(Array.isArray(n)){if(n.length>64)return G.
errors=[x],!1;{var f=!0;let $=n.length;for(let k=0;k<$;k++){let A=n[k],i=e;if(e===e)if(A&&typeof A=="object"&&!Array.isArray(A)){let ee;if((A.origin===void 0||!E.
call(A,"origin"))&&(ee="origin")||(A.methods===void 0||!E.call(A,"methods"))&&(ee="methods")||(A.path===void 0||!E.call(A,"path"))&&(ee="path"))return G.errors=
[x],!1;{let B=e;for(let a of Object.keys(A))if(!(a==="origin"||a==="methods"||a==="path")){return G.errors=[x],!1;break}if(B===e){if(A.origin!==void 0&&E.call(A,
"origin")){let a=A.origin,u=e;if(e===u)if(typeof a=="string"){if(he(a)>300)return G.errors=[x],!1}else return G.errors=[x],!1;var g=u===e}else var g=!0;if(g){if(A.
methods!==void 0&&E.call(A,"methods")){let a=A.methods,u=e;if(e===u)if(Array.isArray(a)){if(a.length>16)return G.errors=[x],!1;{var y=!0;let Y=a.length;for(let re=0;re<
Y;re++){let T=a[re],Q=e;if(e===Q)if(typeof T=="string"){if(he(T)>20)return G.errors=[x],!1}else return G.errors=[x],!1;var y=Q===e;if(!y)break}}}else return G.errors=
[x],!1;var g=u===e}else var g=!0;if(g)if(A.path!==void 0&&E.call(A,"path")){let a=A.path,u=e;if(e===u)if(typeof a=="string"){if(he(a)>1024)return G.errors=[x],!1}else
return G.errors=[x],!1;var g=u===e}else var g=!0}}}}else return G.errors=[x],!1;var f=i===e;if(!f)break}}}else return G.errors=[x],!1;var I=c===e}else var I=!0;
if(I){if(r.store!==void 0&&E.call(r,"store")){let n=r.store,c=e;if(e===c)if(n&&typeof n=="object"&&!Array.isArray(n)){let k;if((n.scope===void 0||!E.call(n,"sco\
pe"))&&(k="scope"))return G.errors=[x],!1;{let A=e;for(let i of Object.keys(n))if(i!=="scope"){return G.errors=[x],!1;break}if(A===e&&n.scope!==void 0&&E.call(n,
"scope")){let i=n.scope;if(!(i==="plugin"||i==="caller"))return G.errors=[x],!1}}}else return G.errors=[x],!1;var I=c===e}else var I=!0;if(I)if(r.secrets!==void 0&&
E.call(r,"secrets")){let n=r.secrets,c=e;if(e===c)if(Array.isArray(n)){if(n.length>32)return G.errors=[x],!1;{var _=!0;let k=n.length;for(let A=0;A<k;A++){let i=n[A],
d=e;if(e===e)if(i&&typeof i=="object"&&!Array.isArray(i)){let B;if((i.name===void 0||!E.call(i,"name"))&&(B="name")||(i.origin===void 0||!E.call(i,"origin"))&&(B=
"origin"))return G.errors=[x],!1;{let a=e;for(let u of Object.keys(i))if(!(u==="name"||u==="origin"||u==="headers"||u==="parameters"||u==="bodyMembers")){return G.
errors=[x],!1;break}if(a===e){if(i.name!==void 0&&E.call(i,"name")){let u=i.name,p=e;if(e===p)if(typeof u=="string"){if(he(u)>64)return G.errors=[x],!1}else return G.
errors=[x],!1;var o=p===e}else var o=!0;if(o){if(i.origin!==void 0&&E.call(i,"origin")){let u=i.origin,p=e;if(e===p)if(typeof u=="string"){if(he(u)>300)return G.
errors=[x],!1}else return G.errors=[x],!1;var o=p===e}else var o=!0;if(o){if(i.headers!==void 0&&E.call(i,"headers")){let u=i.headers,p=e;if(e===p)if(Array.isArray(
u)){if(u.length>8)return G.errors=[x],!1;{var l=!0;let re=u.length;for(let T=0;T<re;T++){let Q=u[T],H=e;if(e===H)if(typeof Q=="string"){if(he(Q)>100)return G.errors=
[x],!1}else return G.errors=[x],!1;var l=H===e;if(!l)break}}}else return G.errors=[x],!1;var o=p===e}else var o=!0;if(o){if(i.parameters!==void 0&&E.call(i,"par\
ameters")){let u=i.parameters,p=e;if(e===p)if(Array.isArray(u)){if(u.length>8)return G.errors=[x],!1;{var L=!0;let re=u.length;for(let T=0;T<re;T++){let Q=u[T],
H=e;if(e===H)if(typeof Q=="string"){if(he(Q)>100)return G.errors=[x],!1}else return G.errors=[x],!1;var L=H===e;if(!L)break}}}else return G.errors=[x],!1;var o=p===
e}else var o=!0;if(o)if(i.bodyMembers!==void 0&&E.call(i,"bodyMembers")){let u=i.bodyMembers,p=e;if(e===p)if(Array.isArray(u)){if(u.length>8)return G.errors=[x],
!1;{var b=!0;let re=u.length;for(let T=0;T<re;T++){let Q=u[T],H=e;if(e===H)if(typeof Q=="string"){if(he(Q)>100)return G.errors=[x],!1}else return G.errors=[x],!1;
var b=H===e;if(!b)break}}}else return G.errors=[x],!1;var o=p===e}else var o=!0}}}}}}else return G.errors=[x],!1;var _=d===e;if(!_)break}}}else return G.errors=
[x],!1;var I=c===e}else var I=!0}}}else return G.errors=[x],!1;return G.errors=t,e===0}G.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function ge(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=ge.evaluated;if(N.dynamicProps&&(N.props=
void 0),N.dynamicItems&&(N.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let g;if((r.version===void 0||!E.call(r,"version"))&&(g="version")||
(r.digest===void 0||!E.call(r,"digest"))&&(g="digest"))return ge.errors=[x],!1;{let y=e;for(let I of Object.keys(r))if(!(I==="version"||I==="digest")){return ge.
errors=[x],!1;break}if(y===e){if(r.version!==void 0&&E.call(r,"version")){let I=r.version,_=e;if(e===e)if(typeof I=="string"){if(he(I)>128)return ge.errors=[x],
!1}else return ge.errors=[x],!1;var f=_===e}else var f=!0;if(f)if(r.digest!==void 0&&E.call(r,"digest")){let I=r.digest,_=e;if(e===e)if(typeof I=="string"){if(!ze.
test(I))return ge.errors=[x],!1}else return ge.errors=[x],!1;var f=_===e}else var f=!0}}}else return ge.errors=[x],!1;return ge.errors=t,e===0}ge.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function V(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=V.evaluated;
if(N.dynamicProps&&(N.props=void 0),N.dynamicItems&&(N.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let n;if((r.version===void 0||!E.call(r,
"version"))&&(n="version")||(r.digest===void 0||!E.call(r,"digest"))&&(n="digest")||(r.tools===void 0||!E.call(r,"tools"))&&(n="tools")||(r.limits===void 0||!E.
call(r,"limits"))&&(n="limits")||(r.toolLimits===void 0||!E.call(r,"toolLimits"))&&(n="toolLimits")||(r.capabilities===void 0||!E.call(r,"capabilities"))&&(n="c\
apabilities")||(r.accepted===void 0||!E.call(r,"accepted"))&&(n="accepted"))return V.errors=[x],!1;{let c=e;for(let $ of Object.keys(r))if(!E.call(mr.properties,
$)){return V.errors=[x],!1;break}if(c===e){if(r.version!==void 0&&E.call(r,"version")){let $=r.version,k=e;if(e===e)if(typeof $=="string"){if(he($)>128)return V.
errors=[x],!1}else return V.errors=[x],!1;var f=k===e}else var f=!0;if(f){if(r.digest!==void 0&&E.call(r,"digest")){let $=r.digest,k=e;if(e===e)if(typeof $=="st\
ring"){if(!ze.test($))return V.errors=[x],!1}else return V.errors=[x],!1;var f=k===e}else var f=!0;if(f){if(r.key!==void 0&&E.call(r,"key")){let $=r.key,k=e;if(e===
k)if(typeof $=="string"){if(he($)>128)return V.errors=[x],!1}else return V.errors=[x],!1;var f=k===e}else var f=!0;if(f){if(r.tools!==void 0&&E.call(r,"tools")){
let $=r.tools,k=e;if(e===k)if($&&typeof $=="object"&&!Array.isArray($))for(let i of Object.keys($)){let d=$[i],C=e;if(e===e)if(d&&typeof d=="object"&&!Array.isArray(
d)){let B;if((d.description===void 0||!E.call(d,"description"))&&(B="description")||(d.inputSchema===void 0||!E.call(d,"inputSchema"))&&(B="inputSchema"))return V.
errors=[x],!1;{let a=e;for(let u of Object.keys(d))if(!(u==="title"||u==="description"||u==="inputSchema"||u==="outputSchema"||u==="contentBlocks"||u==="annotat\
ions")){return V.errors=[x],!1;break}if(a===e){if(d.title!==void 0&&E.call(d,"title")){let u=e;if(typeof d.title!="string")return V.errors=[x],!1;var g=u===e}else
var g=!0;if(g){if(d.description!==void 0&&E.call(d,"description")){let u=e;if(typeof d.description!="string")return V.errors=[x],!1;var g=u===e}else var g=!0;if(g){
if(d.inputSchema!==void 0&&E.call(d,"inputSchema")){let u=d.inputSchema,p=e;if(!(u&&typeof u=="object"&&!Array.isArray(u)))return V.errors=[x],!1;var g=p===e}else
var g=!0;if(g){if(d.outputSchema!==void 0&&E.call(d,"outputSchema")){let u=d.outputSchema,p=e;if(!(u&&typeof u=="object"&&!Array.isArray(u)))return V.errors=[x],
!1;var g=p===e}else var g=!0;if(g){if(d.contentBlocks!==void 0&&E.call(d,"contentBlocks")){let u=e;if(d.contentBlocks!==!0)return V.errors=[x],!1;var g=u===e}else
var g=!0;if(g)if(d.annotations!==void 0&&E.call(d,"annotations")){let u=d.annotations,p=e;if(!(u&&typeof u=="object"&&!Array.isArray(u)))return V.errors=[x],!1;
var g=p===e}else var g=!0}}}}}}}else return V.errors=[x],!1;var y=C===e;if(!y)break}else return V.errors=[x],!1;var f=k===e}else var f=!0;if(f){if(r.dropped!==void 0&&
E.call(r,"dropped")){let $=r.dropped,k=e;if(e===k)if($&&typeof $=="object"&&!Array.isArray($))for(let i of Object.keys($)){let d=$[i],C=e;if(e===e)if(d&&typeof d==
"object"&&!Array.isArray(d)){let B;if((d.description===void 0||!E.call(d,"description"))&&(B="description")||(d.inputSchema===void 0||!E.call(d,"inputSchema"))&&
(B="inputSchema"))return V.errors=[x],!1;{let a=e;for(let u of Object.keys(d))if(!(u==="title"||u==="description"||u==="inputSchema"||u==="outputSchema"||u==="c\
ontentBlocks"||u==="annotations")){return V.errors=[x],!1;break}if(a===e){if(d.title!==void 0&&E.call(d,"title")){let u=e;if(typeof d.title!="string")return V.errors=
[x],!1;var I=u===e}else var I=!0;if(I){if(d.description!==void 0&&E.call(d,"description")){let u=e;if(typeof d.description!="string")return V.errors=[x],!1;var I=u===
e}else var I=!0;if(I){if(d.inputSchema!==void 0&&E.call(d,"inputSchema")){let u=d.inputSchema,p=e;if(!(u&&typeof u=="object"&&!Array.isArray(u)))return V.errors=
[x],!1;var I=p===e}else var I=!0;if(I){if(d.outputSchema!==void 0&&E.call(d,"outputSchema")){let u=d.outputSchema,p=e;if(!(u&&typeof u=="object"&&!Array.isArray(
u)))return V.errors=[x],!1;var I=p===e}else var I=!0;if(I){if(d.contentBlocks!==void 0&&E.call(d,"contentBlocks")){let u=e;if(d.contentBlocks!==!0)return V.errors=
[x],!1;var I=u===e}else var I=!0;if(I)if(d.annotations!==void 0&&E.call(d,"annotations")){let u=d.annotations,p=e;if(!(u&&typeof u=="object"&&!Array.isArray(u)))
return V.errors=[x],!1;var I=p===e}else var I=!0}}}}}}}else return V.errors=[x],!1;var _=C===e;if(!_)break}else return V.errors=[x],!1;var f=k===e}else var f=!0;
if(f){if(r.limits!==void 0&&E.call(r,"limits")){let $=r.limits,k=e;if(e===e)if($&&typeof $=="object"&&!Array.isArray($))for(let d of Object.keys($)){let C=$[d],
ee=e;if(!(typeof C=="number"&&!(C%1)&&!isNaN(C)&&isFinite(C)))return V.errors=[x],!1;if(e===ee&&typeof C=="number"&&isFinite(C)&&(C<1||isNaN(C)))return V.errors=
[x],!1;var o=ee===e;if(!o)break}else return V.errors=[x],!1;var f=k===e}else var f=!0;if(f){if(r.toolLimits!==void 0&&E.call(r,"toolLimits")){let $=r.toolLimits,
k=e;if(e===k)if($&&typeof $=="object"&&!Array.isArray($))for(let i of Object.keys($)){let d=$[i],C=e;if(e===e)if(d&&typeof d=="object"&&!Array.isArray(d))for(let B of Object.
keys(d)){let a=d[B],u=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return V.errors=[x],!1;if(e===u&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))
return V.errors=[x],!1;var l=u===e;if(!l)break}else return V.errors=[x],!1;var L=C===e;if(!L)break}else return V.errors=[x],!1;var f=k===e}else var f=!0;if(f){if(r.
freshState!==void 0&&E.call(r,"freshState")){let $=e;if(r.freshState!=="isolate")return V.errors=[x],!1;var f=$===e}else var f=!0;if(f){if(r.capabilities!==void 0&&
E.call(r,"capabilities")){let $=e;G(r.capabilities,{instancePath:j+"/capabilities",parentData:r,parentDataProperty:"capabilities",rootData:P,dynamicAnchors:h})||
(t=t===null?G.errors:t.concat(G.errors),e=t.length);var f=$===e}else var f=!0;if(f){if(r.accepted!==void 0&&E.call(r,"accepted")){let $=r.accepted,k=e;if(e===k)
if(Array.isArray($)){if($.length>64)return V.errors=[x],!1;{var b=!0;let i=$.length;for(let d=0;d<i;d++){let C=$[d],ee=e;if(e===e)if(typeof C=="string"){if(!ze.
test(C))return V.errors=[x],!1}else return V.errors=[x],!1;var b=ee===e;if(!b)break}}}else return V.errors=[x],!1;var f=k===e}else var f=!0;if(f){if(r.versions!==
void 0&&E.call(r,"versions")){let $=r.versions,k=e;if(e===k)if(Array.isArray($)){if($.length>1e3)return V.errors=[x],!1;{var m=!0;let i=$.length;for(let d=0;d<i;d++){
let C=e;ge($[d],{instancePath:j+"/versions/"+d,parentData:$,parentDataProperty:d,rootData:P,dynamicAnchors:h})||(t=t===null?ge.errors:t.concat(ge.errors),e=t.length);
var m=C===e;if(!m)break}}}else return V.errors=[x],!1;var f=k===e}else var f=!0;if(f)if(r.pinned!==void 0&&E.call(r,"pinned")){let $=r.pinned,k=e;if(e===e)if(typeof $==
"string"){if(he($)>128)return V.errors=[x],!1}else return V.errors=[x],!1;var f=k===e}else var f=!0}}}}}}}}}}}}}else return V.errors=[x],!1;return V.errors=t,e===
0}V.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function be(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){
let t=null,e=0,N=be.evaluated;if(N.dynamicProps&&(N.props=void 0),N.dynamicItems&&(N.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let I;if((r.
lockVersion===void 0||!E.call(r,"lockVersion"))&&(I="lockVersion")||(r.plugins===void 0||!E.call(r,"plugins"))&&(I="plugins"))return be.errors=[x],!1;{let _=e;for(let o of Object.
keys(r))if(!(o==="lockVersion"||o==="plugins")){return be.errors=[x],!1;break}if(_===e){if(r.lockVersion!==void 0&&E.call(r,"lockVersion")){let o=r.lockVersion,
l=e;if(!(o===1||o===2))return be.errors=[x],!1;var f=l===e}else var f=!0;if(f)if(r.plugins!==void 0&&E.call(r,"plugins")){let o=r.plugins,l=e;if(e===l)if(o&&typeof o==
"object"&&!Array.isArray(o)){for(let b of Object.keys(o)){let m=e;if(typeof b=="string"&&!vr.test(b)){let n=x;t===null?t=[n]:t.push(n),e++}var g=m===e;if(!g){let n=x;
return t===null?t=[n]:t.push(n),e++,be.errors=t,!1;break}}if(g)for(let b of Object.keys(o)){let m=e;V(o[b],{instancePath:j+"/plugins/"+b.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:o,parentDataProperty:b,rootData:P,dynamicAnchors:h})||(t=t===null?V.errors:t.concat(V.errors),e=t.length);var y=m===e;if(!y)break}}else return be.
errors=[x],!1;var f=l===e}else var f=!0}}}else return be.errors=[x],!1;return be.errors=t,e===0}be.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var O={},gr=fe;var hr=new RegExp("^[^#]*#?$","u"),Ve=new RegExp("^[A-Za-z_][-A-Za-z0-9._]*$","u");function se(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,
dynamicAnchors:h={}}={}){let t=null,e=0,N=se.evaluated;if(N.dynamicProps&&(N.props=void 0),N.dynamicItems&&(N.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(
r))&&typeof r!="boolean")return se.errors=[O],!1;if(h.meta||(h.meta=se),e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.$id!==void 0){let b=r.$id,m=e,n=e;
if(e===n&&e===n&&typeof b!="string")return se.errors=[O],!1;if(e===m&&typeof b=="string"&&!hr.test(b))return se.errors=[O],!1;var f=m===e}else var f=!0;if(f){if(r.
$schema!==void 0){let b=e,m=e;if(e===m&&e===m&&typeof r.$schema!="string")return se.errors=[O],!1;var f=b===e}else var f=!0;if(f){if(r.$ref!==void 0){let b=e,m=e;
if(e===m&&e===m&&typeof r.$ref!="string")return se.errors=[O],!1;var f=b===e}else var f=!0;if(f){if(r.$anchor!==void 0){let b=r.$anchor,m=e;if(e===e)if(typeof b==
"string"){if(!Ve.test(b))return se.errors=[O],!1}else return se.errors=[O],!1;var f=m===e}else var f=!0;if(f){if(r.$dynamicRef!==void 0){let b=e,m=e;if(e===m&&e===
m&&typeof r.$dynamicRef!="string")return se.errors=[O],!1;var f=b===e}else var f=!0;if(f){if(r.$dynamicAnchor!==void 0){let b=r.$dynamicAnchor,m=e;if(e===e)if(typeof b==
"string"){if(!Ve.test(b))return se.errors=[O],!1}else return se.errors=[O],!1;var f=m===e}else var f=!0;if(f){if(r.$vocabulary!==void 0){let b=r.$vocabulary,m=e;
if(e===m)if(b&&typeof b=="object"&&!Array.isArray(b)){for(let c in b){let $=e,k=e;if(e===k&&e===k&&typeof c!="string"){let A=O;t===null?t=[A]:t.push(A),e++}var g=$===
e;if(!g){let A=O;return t===null?t=[A]:t.push(A),e++,se.errors=t,!1;break}}if(g)for(let c in b){let $=e;if(typeof b[c]!="boolean")return se.errors=[O],!1;var y=$===
e;if(!y)break}}else return se.errors=[O],!1;var f=m===e}else var f=!0;if(f){if(r.$comment!==void 0){let b=e;if(typeof r.$comment!="string")return se.errors=[O],
!1;var f=b===e}else var f=!0;if(f)if(r.$defs!==void 0){let b=r.$defs,m=e;if(e===m)if(b&&typeof b=="object"&&!Array.isArray(b))for(let c in b){let $=b[c],k=e,A=h.
meta;if(A)if(!A($,{instancePath:j+"/$defs/"+c.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:b,parentDataProperty:c,rootData:P,dynamicAnchors:h}))t=t===null?
A.errors:t.concat(A.errors),e=t.length;else var I=A.evaluated.props,_=A.evaluated.items;else if(!se($,{instancePath:j+"/$defs/"+c.replace(/~/g,"~0").replace(/\//g,
"~1"),parentData:b,parentDataProperty:c,rootData:P,dynamicAnchors:h}))t=t===null?se.errors:t.concat(se.errors),e=t.length;else{var o=se.evaluated.props;I!==!0&&
o!==void 0&&(o===!0?I=!0:(I=I||{},Object.assign(I,o)));var l=se.evaluated.items;_!==!0&&l!==void 0&&(_=l===!0?!0:_>l?_:l)}var L=k===e;if(!L)break}else return se.
errors=[O],!1;var f=m===e}else var f=!0}}}}}}}}return se.errors=t,e===0}se.evaluated={props:{$id:!0,$schema:!0,$ref:!0,$anchor:!0,$dynamicRef:!0,$dynamicAnchor:!0,
$vocabulary:!0,$comment:!0,$defs:!0},dynamicProps:!1,dynamicItems:!1};function le(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=le.evaluated;if(N.dynamicProps&&(N.props=
void 0),N.dynamicItems&&(N.items=void 0),e===0)if(Array.isArray(r)){if(r.length<1)return le.errors=[O],!1;{var f=!0;let o=r.length;for(let l=0;l<o;l++){let L=r[l],
b=e,m=h.meta;if(m)if(!m(L,{instancePath:j+"/"+l,parentData:r,parentDataProperty:l,rootData:P,dynamicAnchors:h}))t=t===null?m.errors:t.concat(m.errors),e=t.length;else
var g=m.evaluated.props,y=m.evaluated.items;else if(!le(L,{instancePath:j+"/"+l,parentData:r,parentDataProperty:l,rootData:P,dynamicAnchors:h}))t=t===null?le.errors:
t.concat(le.errors),e=t.length;else{var I=le.evaluated.props;g!==!0&&I!==void 0&&(I===!0?g=!0:(g=g||{},Object.assign(g,I)));var _=le.evaluated.items;y!==!0&&_!==
void 0&&(y=_===!0?!0:y>_?y:_)}var f=b===e;if(!f)break}}}else return le.errors=[O],!1;return le.errors=t,e===0}le.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function F(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=F.evaluated;if(N.dynamicProps&&(N.props=
void 0),N.dynamicItems&&(N.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return F.errors=[O],!1;if(h.meta||(h.meta=F),e===0&&r&&
typeof r=="object"&&!Array.isArray(r)){if(r.prefixItems!==void 0){let Z=e;le(r.prefixItems,{instancePath:j+"/prefixItems",parentData:r,parentDataProperty:"prefi\
xItems",rootData:P,dynamicAnchors:h})||(t=t===null?le.errors:t.concat(le.errors),e=t.length);var f=Z===e}else var f=!0;if(f){if(r.items!==void 0){let Z=r.items,
ne=e,z=h.meta;if(z)if(!z(Z,{instancePath:j+"/items",parentData:r,parentDataProperty:"items",rootData:P,dynamicAnchors:h}))t=t===null?z.errors:t.concat(z.errors),
e=t.length;else var g=z.evaluated.props,y=z.evaluated.items;else if(!F(Z,{instancePath:j+"/items",parentData:r,parentDataProperty:"items",rootData:P,dynamicAnchors:h}))
t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var I=F.evaluated.props;g!==!0&&I!==void 0&&(I===!0?g=!0:(g=g||{},Object.assign(g,I)));var _=F.evaluated.
items;y!==!0&&_!==void 0&&(y=_===!0?!0:y>_?y:_)}var f=ne===e}else var f=!0;if(f){if(r.contains!==void 0){let Z=r.contains,ne=e,z=h.meta;if(z)if(!z(Z,{instancePath:j+
"/contains",parentData:r,parentDataProperty:"contains",rootData:P,dynamicAnchors:h}))t=t===null?z.errors:t.concat(z.errors),e=t.length;else var o=z.evaluated.props,
l=z.evaluated.items;else if(!F(Z,{instancePath:j+"/contains",parentData:r,parentDataProperty:"contains",rootData:P,dynamicAnchors:h}))t=t===null?F.errors:t.concat(
F.errors),e=t.length;else{var L=F.evaluated.props;o!==!0&&L!==void 0&&(L===!0?o=!0:(o=o||{},Object.assign(o,L)));var b=F.evaluated.items;l!==!0&&b!==void 0&&(l=
b===!0?!0:l>b?l:b)}var f=ne===e}else var f=!0;if(f){if(r.additionalProperties!==void 0){let Z=r.additionalProperties,ne=e,z=h.meta;if(z)if(!z(Z,{instancePath:j+
"/additionalProperties",parentData:r,parentDataProperty:"additionalProperties",rootData:P,dynamicAnchors:h}))t=t===null?z.errors:t.concat(z.errors),e=t.length;else
var m=z.evaluated.props,n=z.evaluated.items;else if(!F(Z,{instancePath:j+"/additionalProperties",parentData:r,parentDataProperty:"additionalProperties",rootData:P,
dynamicAnchors:h}))t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var c=F.evaluated.props;m!==!0&&c!==void 0&&(c===!0?m=!0:(m=m||{},Object.assign(m,c)));
var $=F.evaluated.items;n!==!0&&$!==void 0&&(n=$===!0?!0:n>$?n:$)}var f=ne===e}else var f=!0;if(f){if(r.properties!==void 0){let Z=r.properties,ne=e;if(e===ne)if(Z&&
typeof Z=="object"&&!Array.isArray(Z))for(let ue in Z){let je=Z[ue],xe=e,oe=h.meta;if(oe)if(!oe(je,{instancePath:j+"/properties/"+ue.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:Z,parentDataProperty:ue,rootData:P,dynamicAnchors:h}))t=t===null?oe.errors:t.concat(oe.errors),e=t.length;else var k=oe.evaluated.props,A=oe.
evaluated.items;else if(!F(je,{instancePath:j+"/properties/"+ue.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:Z,parentDataProperty:ue,rootData:P,dynamicAnchors:h}))
t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var i=F.evaluated.props;k!==!0&&i!==void 0&&(i===!0?k=!0:(k=k||{},Object.assign(k,i)));var d=F.evaluated.
items;A!==!0&&d!==void 0&&(A=d===!0?!0:A>d?A:d)}var C=xe===e;if(!C)break}else return F.errors=[O],!1;var f=ne===e}else var f=!0;if(f){if(r.patternProperties!==void 0){
let Z=r.patternProperties,ne=e;if(e===ne)if(Z&&typeof Z=="object"&&!Array.isArray(Z)){for(let ue in Z){var ee=e===e;if(!ee){let xe=O;return t===null?t=[xe]:t.push(
xe),e++,F.errors=t,!1;break}}if(ee)for(let ue in Z){let je=Z[ue],xe=e,oe=h.meta;if(oe)if(!oe(je,{instancePath:j+"/patternProperties/"+ue.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:Z,parentDataProperty:ue,rootData:P,dynamicAnchors:h}))t=t===null?oe.errors:t.concat(oe.errors),e=t.length;else var B=oe.evaluated.props,a=oe.
evaluated.items;else if(!F(je,{instancePath:j+"/patternProperties/"+ue.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:Z,parentDataProperty:ue,rootData:P,dynamicAnchors:h}))
t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var u=F.evaluated.props;B!==!0&&u!==void 0&&(u===!0?B=!0:(B=B||{},Object.assign(B,u)));var p=F.evaluated.
items;a!==!0&&p!==void 0&&(a=p===!0?!0:a>p?a:p)}var Y=xe===e;if(!Y)break}}else return F.errors=[O],!1;var f=ne===e}else var f=!0;if(f){if(r.dependentSchemas!==void 0){
let Z=r.dependentSchemas,ne=e;if(e===ne)if(Z&&typeof Z=="object"&&!Array.isArray(Z))for(let ue in Z){let je=Z[ue],xe=e,oe=h.meta;if(oe)if(!oe(je,{instancePath:j+
"/dependentSchemas/"+ue.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:Z,parentDataProperty:ue,rootData:P,dynamicAnchors:h}))t=t===null?oe.errors:t.concat(oe.
errors),e=t.length;else var re=oe.evaluated.props,T=oe.evaluated.items;else if(!F(je,{instancePath:j+"/dependentSchemas/"+ue.replace(/~/g,"~0").replace(/\//g,"~\
1"),parentData:Z,parentDataProperty:ue,rootData:P,dynamicAnchors:h}))t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var Q=F.evaluated.props;re!==!0&&Q!==
void 0&&(Q===!0?re=!0:(re=re||{},Object.assign(re,Q)));var H=F.evaluated.items;T!==!0&&H!==void 0&&(T=H===!0?!0:T>H?T:H)}var R=xe===e;if(!R)break}else return F.
errors=[O],!1;var f=ne===e}else var f=!0;if(f){if(r.propertyNames!==void 0){let Z=r.propertyNames,ne=e,z=h.meta;if(z)if(!z(Z,{instancePath:j+"/propertyNames",parentData:r,
parentDataProperty:"propertyNames",rootData:P,dynamicAnchors:h}))t=t===null?z.errors:t.concat(z.errors),e=t.length;else var pe=z.evaluated.props,ae=z.evaluated.
items;else if(!F(Z,{instancePath:j+"/propertyNames",parentData:r,parentDataProperty:"propertyNames",rootData:P,dynamicAnchors:h}))t=t===null?F.errors:t.concat(F.
errors),e=t.length;else{var W=F.evaluated.props;pe!==!0&&W!==void 0&&(W===!0?pe=!0:(pe=pe||{},Object.assign(pe,W)));var M=F.evaluated.items;ae!==!0&&M!==void 0&&
(ae=M===!0?!0:ae>M?ae:M)}var f=ne===e}else var f=!0;if(f){if(r.if!==void 0){let Z=r.if,ne=e,z=h.meta;if(z)if(!z(Z,{instancePath:j+"/if",parentData:r,parentDataProperty:"\
if",rootData:P,dynamicAnchors:h}))t=t===null?z.errors:t.concat(z.errors),e=t.length;else var ie=z.evaluated.props,_e=z.evaluated.items;else if(!F(Z,{instancePath:j+
"/if",parentData:r,parentDataProperty:"if",rootData:P,dynamicAnchors:h}))t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var $e=F.evaluated.props;ie!==!0&&
$e!==void 0&&($e===!0?ie=!0:(ie=ie||{},Object.assign(ie,$e)));var me=F.evaluated.items;_e!==!0&&me!==void 0&&(_e=me===!0?!0:_e>me?_e:me)}var f=ne===e}else var f=!0;
if(f){if(r.then!==void 0){let Z=r.then,ne=e,z=h.meta;if(z)if(!z(Z,{instancePath:j+"/then",parentData:r,parentDataProperty:"then",rootData:P,dynamicAnchors:h}))t=
t===null?z.errors:t.concat(z.errors),e=t.length;else var ke=z.evaluated.props,Oe=z.evaluated.items;else if(!F(Z,{instancePath:j+"/then",parentData:r,parentDataProperty:"\
then",rootData:P,dynamicAnchors:h}))t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var Fe=F.evaluated.props;ke!==!0&&Fe!==void 0&&(Fe===!0?ke=!0:(ke=ke||
{},Object.assign(ke,Fe)));var Le=F.evaluated.items;Oe!==!0&&Le!==void 0&&(Oe=Le===!0?!0:Oe>Le?Oe:Le)}var f=ne===e}else var f=!0;if(f){if(r.else!==void 0){let Z=r.
else,ne=e,z=h.meta;if(z)if(!z(Z,{instancePath:j+"/else",parentData:r,parentDataProperty:"else",rootData:P,dynamicAnchors:h}))t=t===null?z.errors:t.concat(z.errors),
e=t.length;else var Pe=z.evaluated.props,De=z.evaluated.items;else if(!F(Z,{instancePath:j+"/else",parentData:r,parentDataProperty:"else",rootData:P,dynamicAnchors:h}))
t=t===null?F.errors:t.concat(F.errors),e=t.length;else{var Be=F.evaluated.props;Pe!==!0&&Be!==void 0&&(Be===!0?Pe=!0:(Pe=Pe||{},Object.assign(Pe,Be)));var Se=F.
evaluated.items;De!==!0&&Se!==void 0&&(De=Se===!0?!0:De>Se?De:Se)}var f=ne===e}else var f=!0;if(f){if(r.allOf!==void 0){let Z=e;le(r.allOf,{instancePath:j+"/all\
Of",parentData:r,parentDataProperty:"allOf",rootData:P,dynamicAnchors:h})||(t=t===null?le.errors:t.concat(le.errors),e=t.length);var f=Z===e}else var f=!0;if(f){
if(r.anyOf!==void 0){let Z=e;le(r.anyOf,{instancePath:j+"/anyOf",parentData:r,parentDataProperty:"anyOf",rootData:P,dynamicAnchors:h})||(t=t===null?le.errors:t.
concat(le.errors),e=t.length);var f=Z===e}else var f=!0;if(f){if(r.oneOf!==void 0){let Z=e;le(r.oneOf,{instancePath:j+"/oneOf",parentData:r,parentDataProperty:"\
oneOf",rootData:P,dynamicAnchors:h})||(t=t===null?le.errors:t.concat(le.errors),e=t.length);var f=Z===e}else var f=!0;if(f)if(r.not!==void 0){let Z=r.not,ne=e,z=h.
meta;if(z)if(!z(Z,{instancePath:j+"/not",parentData:r,parentDataProperty:"not",rootData:P,dynamicAnchors:h}))t=t===null?z.errors:t.concat(z.errors),e=t.length;else
var Ie=z.evaluated.props,Re=z.evaluated.items;else if(!F(Z,{instancePath:j+"/not",parentData:r,parentDataProperty:"not",rootData:P,dynamicAnchors:h}))t=t===null?
F.errors:t.concat(F.errors),e=t.length;else{var Me=F.evaluated.props;Ie!==!0&&Me!==void 0&&(Me===!0?Ie=!0:(Ie=Ie||{},Object.assign(Ie,Me)));var qe=F.evaluated.items;
Re!==!0&&qe!==void 0&&(Re=qe===!0?!0:Re>qe?Re:qe)}var f=ne===e}else var f=!0}}}}}}}}}}}}}}return F.errors=t,e===0}F.evaluated={props:{prefixItems:!0,items:!0,contains:!0,
additionalProperties:!0,properties:!0,patternProperties:!0,dependentSchemas:!0,propertyNames:!0,if:!0,then:!0,else:!0,allOf:!0,anyOf:!0,oneOf:!0,not:!0},dynamicProps:!1,
dynamicItems:!1};function ce(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=ce.evaluated;if(N.dynamicProps&&(N.props=
void 0),N.dynamicItems&&(N.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ce.errors=[O],!1;if(h.meta||(h.meta=ce),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.unevaluatedItems!==void 0){let m=r.unevaluatedItems,n=e,c=h.meta;if(c)if(!c(m,{instancePath:j+"/unevaluatedItems",
parentData:r,parentDataProperty:"unevaluatedItems",rootData:P,dynamicAnchors:h}))t=t===null?c.errors:t.concat(c.errors),e=t.length;else var f=c.evaluated.props,
g=c.evaluated.items;else if(!ce(m,{instancePath:j+"/unevaluatedItems",parentData:r,parentDataProperty:"unevaluatedItems",rootData:P,dynamicAnchors:h}))t=t===null?
ce.errors:t.concat(ce.errors),e=t.length;else{var y=ce.evaluated.props;f!==!0&&y!==void 0&&(y===!0?f=!0:(f=f||{},Object.assign(f,y)));var I=ce.evaluated.items;g!==
!0&&I!==void 0&&(g=I===!0?!0:g>I?g:I)}var _=n===e}else var _=!0;if(_)if(r.unevaluatedProperties!==void 0){let m=r.unevaluatedProperties,n=e,c=h.meta;if(c)if(!c(
m,{instancePath:j+"/unevaluatedProperties",parentData:r,parentDataProperty:"unevaluatedProperties",rootData:P,dynamicAnchors:h}))t=t===null?c.errors:t.concat(c.
errors),e=t.length;else var o=c.evaluated.props,l=c.evaluated.items;else if(!ce(m,{instancePath:j+"/unevaluatedProperties",parentData:r,parentDataProperty:"unev\
aluatedProperties",rootData:P,dynamicAnchors:h}))t=t===null?ce.errors:t.concat(ce.errors),e=t.length;else{var L=ce.evaluated.props;o!==!0&&L!==void 0&&(L===!0?o=
!0:(o=o||{},Object.assign(o,L)));var b=ce.evaluated.items;l!==!0&&b!==void 0&&(l=b===!0?!0:l>b?l:b)}var _=n===e}else var _=!0}return ce.errors=t,e===0}ce.evaluated=
{props:{unevaluatedItems:!0,unevaluatedProperties:!0},dynamicProps:!1,dynamicItems:!1};var br=Xe().default;function U(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=U.evaluated;if(N.dynamicProps&&
(N.props=void 0),N.dynamicItems&&(N.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return U.errors=[O],!1;if(h.meta||(h.meta=U),
e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.type!==void 0){let l=r.type,L=e,b=e,m=!1,n=e;if(!(l==="array"||l==="boolean"||l==="integer"||l==="null"||l===
"number"||l==="object"||l==="string")){let $=O;t===null?t=[$]:t.push($),e++}var g=n===e;m=m||g;let c=e;if(e===c)if(Array.isArray(l))if(l.length<1){let $=O;t===null?
t=[$]:t.push($),e++}else{var f=!0;let $=l.length;for(let k=0;k<$;k++){let A=l[k],i=e;if(!(A==="array"||A==="boolean"||A==="integer"||A==="null"||A==="number"||A===
"object"||A==="string")){let C=O;t===null?t=[C]:t.push(C),e++}var f=i===e;if(!f)break}if(f){let k=l.length,A;if(k>1){e:for(;k--;)for(A=k;A--;)if(br(l[k],l[A])){
let i=O;t===null?t=[i]:t.push(i),e++;break e}}}}else{let $=O;t===null?t=[$]:t.push($),e++}var g=c===e;if(m=m||g,m)e=b,t!==null&&(b?t.length=b:t=null);else{let $=O;
return t===null?t=[$]:t.push($),e++,U.errors=t,!1}var y=L===e}else var y=!0;if(y){if(r.enum!==void 0){let l=e;if(e===l&&!Array.isArray(r.enum))return U.errors=[
O],!1;var y=l===e}else var y=!0;if(y){if(r.multipleOf!==void 0){let l=r.multipleOf,L=e;if(e===L)if(typeof l=="number"){if(l<=0||isNaN(l))return U.errors=[O],!1}else
return U.errors=[O],!1;var y=L===e}else var y=!0;if(y){if(r.maximum!==void 0){let l=e;if(typeof r.maximum!="number")return U.errors=[O],!1;var y=l===e}else var y=!0;
if(y){if(r.exclusiveMaximum!==void 0){let l=e;if(typeof r.exclusiveMaximum!="number")return U.errors=[O],!1;var y=l===e}else var y=!0;if(y){if(r.minimum!==void 0){
let l=e;if(typeof r.minimum!="number")return U.errors=[O],!1;var y=l===e}else var y=!0;if(y){if(r.exclusiveMinimum!==void 0){let l=e;if(typeof r.exclusiveMinimum!=
"number")return U.errors=[O],!1;var y=l===e}else var y=!0;if(y){if(r.maxLength!==void 0){let l=r.maxLength,L=e,b=e;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return U.
errors=[O],!1;if(e===b&&typeof l=="number"&&(l<0||isNaN(l)))return U.errors=[O],!1;var y=L===e}else var y=!0;if(y){if(r.minLength!==void 0){let l=r.minLength,L=e,
b=e;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return U.errors=[O],!1;if(e===b&&typeof l=="number"&&(l<0||isNaN(l)))return U.errors=[O],!1;var y=L===e}else var y=!0;
if(y){if(r.pattern!==void 0){let l=e;if(e===l&&e===l&&typeof r.pattern!="string")return U.errors=[O],!1;var y=l===e}else var y=!0;if(y){if(r.maxItems!==void 0){
let l=r.maxItems,L=e,b=e;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return U.errors=[O],!1;if(e===b&&typeof l=="number"&&(l<0||isNaN(l)))return U.errors=[O],!1;
var y=L===e}else var y=!0;if(y){if(r.minItems!==void 0){let l=r.minItems,L=e,b=e;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return U.errors=[O],!1;if(e===b&&typeof l==
"number"&&(l<0||isNaN(l)))return U.errors=[O],!1;var y=L===e}else var y=!0;if(y){if(r.uniqueItems!==void 0){let l=e;if(typeof r.uniqueItems!="boolean")return U.
errors=[O],!1;var y=l===e}else var y=!0;if(y){if(r.maxContains!==void 0){let l=r.maxContains,L=e,b=e;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return U.errors=
[O],!1;if(e===b&&typeof l=="number"&&(l<0||isNaN(l)))return U.errors=[O],!1;var y=L===e}else var y=!0;if(y){if(r.minContains!==void 0){let l=r.minContains,L=e,b=e;
if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return U.errors=[O],!1;if(e===b&&typeof l=="number"&&(l<0||isNaN(l)))return U.errors=[O],!1;var y=L===e}else var y=!0;
if(y){if(r.maxProperties!==void 0){let l=r.maxProperties,L=e,b=e;if(!(typeof l=="number"&&!(l%1)&&!isNaN(l)))return U.errors=[O],!1;if(e===b&&typeof l=="number"&&
(l<0||isNaN(l)))return U.errors=[O],!1;var y=L===e}else var y=!0;if(y){if(r.minProperties!==void 0){let l=r.minProperties,L=e,b=e;if(!(typeof l=="number"&&!(l%1)&&
!isNaN(l)))return U.errors=[O],!1;if(e===b&&typeof l=="number"&&(l<0||isNaN(l)))return U.errors=[O],!1;var y=L===e}else var y=!0;if(y){if(r.required!==void 0){let l=r.
required,L=e;if(e===e)if(Array.isArray(l)){var I=!0;let n=l.length;for(let c=0;c<n;c++){let $=e;if(typeof l[c]!="string")return U.errors=[O],!1;var I=$===e;if(!I)
break}if(I){let c=l.length,$;if(c>1){let k={};for(;c--;){let A=l[c];if(typeof A=="string"){if(typeof k[A]=="number"){return $=k[A],U.errors=[O],!1;break}k[A]=c}}}}}else
return U.errors=[O],!1;var y=L===e}else var y=!0;if(y)if(r.dependentRequired!==void 0){let l=r.dependentRequired,L=e;if(e===L)if(l&&typeof l=="object"&&!Array.isArray(
l))for(let m in l){let n=l[m],c=e;if(e===e)if(Array.isArray(n)){var _=!0;let k=n.length;for(let A=0;A<k;A++){let i=e;if(typeof n[A]!="string")return U.errors=[O],
!1;var _=i===e;if(!_)break}if(_){let A=n.length,i;if(A>1){let d={};for(;A--;){let C=n[A];if(typeof C=="string"){if(typeof d[C]=="number"){return i=d[C],U.errors=
[O],!1;break}d[C]=A}}}}}else return U.errors=[O],!1;var o=c===e;if(!o)break}else return U.errors=[O],!1;var y=L===e}else var y=!0}}}}}}}}}}}}}}}}}}return U.errors=
t,e===0}U.evaluated={props:{type:!0,const:!0,enum:!0,multipleOf:!0,maximum:!0,exclusiveMaximum:!0,minimum:!0,exclusiveMinimum:!0,maxLength:!0,minLength:!0,pattern:!0,
maxItems:!0,minItems:!0,uniqueItems:!0,maxContains:!0,minContains:!0,maxProperties:!0,minProperties:!0,required:!0,dependentRequired:!0},dynamicProps:!1,dynamicItems:!1};function ve(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=ve.evaluated;if(N.dynamicProps&&(N.props=
void 0),N.dynamicItems&&(N.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ve.errors=[O],!1;if(h.meta||(h.meta=ve),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.title!==void 0){let g=e;if(typeof r.title!="string")return ve.errors=[O],!1;var f=g===e}else var f=!0;if(f){if(r.
description!==void 0){let g=e;if(typeof r.description!="string")return ve.errors=[O],!1;var f=g===e}else var f=!0;if(f){if(r.deprecated!==void 0){let g=e;if(typeof r.
deprecated!="boolean")return ve.errors=[O],!1;var f=g===e}else var f=!0;if(f){if(r.readOnly!==void 0){let g=e;if(typeof r.readOnly!="boolean")return ve.errors=[
O],!1;var f=g===e}else var f=!0;if(f){if(r.writeOnly!==void 0){let g=e;if(typeof r.writeOnly!="boolean")return ve.errors=[O],!1;var f=g===e}else var f=!0;if(f)if(r.
examples!==void 0){let g=e;if(e===g&&!Array.isArray(r.examples))return ve.errors=[O],!1;var f=g===e}else var f=!0}}}}}return ve.errors=t,e===0}ve.evaluated={props:{
title:!0,description:!0,default:!0,deprecated:!0,readOnly:!0,writeOnly:!0,examples:!0},dynamicProps:!1,dynamicItems:!1};function Ae(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=Ae.evaluated;return N.dynamicProps&&(N.
props=void 0),N.dynamicItems&&(N.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean"?(Ae.errors=[O],!1):(h.meta||(h.meta=Ae),e===0&&r&&
typeof r=="object"&&!Array.isArray(r)&&r.format!==void 0&&typeof r.format!="string"?(Ae.errors=[O],!1):(Ae.errors=t,e===0))}Ae.evaluated={props:{format:!0},dynamicProps:!1,
dynamicItems:!1};function ye(r,{instancePath:j="",parentData:K,parentDataProperty:X,rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=ye.evaluated;if(N.dynamicProps&&(N.props=
void 0),N.dynamicItems&&(N.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ye.errors=[O],!1;if(h.meta||(h.meta=ye),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.contentEncoding!==void 0){let o=e;if(typeof r.contentEncoding!="string")return ye.errors=[O],!1;var f=o===e}else var f=!0;
if(f){if(r.contentMediaType!==void 0){let o=e;if(typeof r.contentMediaType!="string")return ye.errors=[O],!1;var f=o===e}else var f=!0;if(f)if(r.contentSchema!==
void 0){let o=r.contentSchema,l=e,L=h.meta;if(L)if(!L(o,{instancePath:j+"/contentSchema",parentData:r,parentDataProperty:"contentSchema",rootData:P,dynamicAnchors:h}))
t=t===null?L.errors:t.concat(L.errors),e=t.length;else var g=L.evaluated.props,y=L.evaluated.items;else if(!ye(o,{instancePath:j+"/contentSchema",parentData:r,parentDataProperty:"\
contentSchema",rootData:P,dynamicAnchors:h}))t=t===null?ye.errors:t.concat(ye.errors),e=t.length;else{var I=ye.evaluated.props;g!==!0&&I!==void 0&&(I===!0?g=!0:
(g=g||{},Object.assign(g,I)));var _=ye.evaluated.items;y!==!0&&_!==void 0&&(y=_===!0?!0:y>_?y:_)}var f=l===e}else var f=!0}}return ye.errors=t,e===0}ye.evaluated=
{props:{contentEncoding:!0,contentMediaType:!0,contentSchema:!0},dynamicProps:!1,dynamicItems:!1};function fe(r,{instancePath:j="",parentData:K,parentDataProperty:X,
rootData:P=r,dynamicAnchors:h={}}={}){let t=null,e=0,N=fe.evaluated;if(N.dynamicProps&&(N.props=void 0),N.dynamicItems&&(N.items=void 0),!(r&&typeof r=="object"&&
!Array.isArray(r))&&typeof r!="boolean")return fe.errors=[O],!1;h.meta||(h.meta=fe);let f=e;se(r,{instancePath:j,parentData:K,parentDataProperty:X,rootData:P,dynamicAnchors:h})||
(t=t===null?se.errors:t.concat(se.errors),e=t.length);var g=f===e;if(g){let i=e;F(r,{instancePath:j,parentData:K,parentDataProperty:X,rootData:P,dynamicAnchors:h})||
(t=t===null?F.errors:t.concat(F.errors),e=t.length);var g=i===e;if(g){let C=e;ce(r,{instancePath:j,parentData:K,parentDataProperty:X,rootData:P,dynamicAnchors:h})||
(t=t===null?ce.errors:t.concat(ce.errors),e=t.length);var g=C===e;if(g){let B=e;U(r,{instancePath:j,parentData:K,parentDataProperty:X,rootData:P,dynamicAnchors:h})||
(t=t===null?U.errors:t.concat(U.errors),e=t.length);var g=B===e;if(g){let u=e;ve(r,{instancePath:j,parentData:K,parentDataProperty:X,rootData:P,dynamicAnchors:h})||
(t=t===null?ve.errors:t.concat(ve.errors),e=t.length);var g=u===e;if(g){let Y=e;Ae(r,{instancePath:j,parentData:K,parentDataProperty:X,rootData:P,dynamicAnchors:h})||
(t=t===null?Ae.errors:t.concat(Ae.errors),e=t.length);var g=Y===e;if(g){let T=e;ye(r,{instancePath:j,parentData:K,parentDataProperty:X,rootData:P,dynamicAnchors:h})||
(t=t===null?ye.errors:t.concat(ye.errors),e=t.length);var g=T===e}}}}}}if(e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.definitions!==void 0){let i=r.definitions,
d=e;if(e===d)if(i&&typeof i=="object"&&!Array.isArray(i))for(let C in i){let ee=i[C],B=e,a=h.meta;if(a)if(!a(ee,{instancePath:j+"/definitions/"+C.replace(/~/g,"\
~0").replace(/\//g,"~1"),parentData:i,parentDataProperty:C,rootData:P,dynamicAnchors:h}))t=t===null?a.errors:t.concat(a.errors),e=t.length;else var y=a.evaluated.
props,I=a.evaluated.items;else if(!fe(ee,{instancePath:j+"/definitions/"+C.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:i,parentDataProperty:C,rootData:P,dynamicAnchors:h}))
t=t===null?fe.errors:t.concat(fe.errors),e=t.length;else{var _=fe.evaluated.props;y!==!0&&_!==void 0&&(_===!0?y=!0:(y=y||{},Object.assign(y,_)));var o=fe.evaluated.
items;I!==!0&&o!==void 0&&(I=o===!0?!0:I>o?I:o)}var l=B===e;if(!l)break}else return fe.errors=[O],!1;var L=d===e}else var L=!0;if(L){if(r.dependencies!==void 0){
let i=r.dependencies,d=e;if(e===d)if(i&&typeof i=="object"&&!Array.isArray(i))for(let ee in i){let B=i[ee],a=e,u=e,p=!1,Y=e,re=h.meta;if(re)if(!re(B,{instancePath:j+
"/dependencies/"+ee.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:i,parentDataProperty:ee,rootData:P,dynamicAnchors:h}))t=t===null?re.errors:t.concat(re.errors),
e=t.length;else var b=re.evaluated.props,m=re.evaluated.items;else if(!fe(B,{instancePath:j+"/dependencies/"+ee.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:i,
parentDataProperty:ee,rootData:P,dynamicAnchors:h}))t=t===null?fe.errors:t.concat(fe.errors),e=t.length;else{var n=fe.evaluated.props;b!==!0&&n!==void 0&&(n===!0?
b=!0:(b=b||{},Object.assign(b,n)));var c=fe.evaluated.items;m!==!0&&c!==void 0&&(m=c===!0?!0:m>c?m:c)}var k=Y===e;p=p||k;let T=e;if(e===e)if(Array.isArray(B)){var $=!0;
let H=B.length;for(let R=0;R<H;R++){let pe=e;if(typeof B[R]!="string"){let W=O;t===null?t=[W]:t.push(W),e++}var $=pe===e;if(!$)break}if($){let R=B.length,pe;if(R>
1){let ae={};for(;R--;){let W=B[R];if(typeof W=="string"){if(typeof ae[W]=="number"){pe=ae[W];let M=O;t===null?t=[M]:t.push(M),e++;break}ae[W]=R}}}}}else{let H=O;
t===null?t=[H]:t.push(H),e++}var k=T===e;if(p=p||k,k&&m!==!0&&(m=!0),p)e=u,t!==null&&(u?t.length=u:t=null);else{let H=O;return t===null?t=[H]:t.push(H),e++,fe.errors=
t,!1}var A=a===e;if(!A)break}else return fe.errors=[O],!1;var L=d===e}else var L=!0;if(L){if(r.$recursiveAnchor!==void 0){let i=r.$recursiveAnchor,d=e;if(e===e)
if(typeof i=="string"){if(!Ve.test(i))return fe.errors=[O],!1}else return fe.errors=[O],!1;var L=d===e}else var L=!0;if(L)if(r.$recursiveRef!==void 0){let i=e,d=e;
if(e===d&&e===d&&typeof r.$recursiveRef!="string")return fe.errors=[O],!1;var L=i===e}else var L=!0}}}return fe.errors=t,e===0}fe.evaluated={props:{definitions:!0,
dependencies:!0,$recursiveAnchor:!0,$recursiveRef:!0,contentEncoding:!0,contentMediaType:!0,contentSchema:!0,format:!0,title:!0,description:!0,default:!0,deprecated:!0,
readOnly:!0,writeOnly:!0,examples:!0,type:!0,const:!0,enum:!0,multipleOf:!0,maximum:!0,exclusiveMaximum:!0,minimum:!0,exclusiveMinimum:!0,maxLength:!0,minLength:!0,
pattern:!0,maxItems:!0,minItems:!0,uniqueItems:!0,maxContains:!0,minContains:!0,maxProperties:!0,minProperties:!0,required:!0,dependentRequired:!0,unevaluatedItems:!0,
unevaluatedProperties:!0,prefixItems:!0,items:!0,contains:!0,additionalProperties:!0,properties:!0,patternProperties:!0,dependentSchemas:!0,propertyNames:!0,if:!0,
then:!0,else:!0,allOf:!0,anyOf:!0,oneOf:!0,not:!0,$id:!0,$schema:!0,$ref:!0,$anchor:!0,$dynamicRef:!0,$dynamicAnchor:!0,$vocabulary:!0,$comment:!0,$defs:!0},dynamicProps:!1,
dynamicItems:!1};export{yr as isLock,Ye as isManifest,gr as isSchema};
