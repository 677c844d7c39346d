// Made by "npm run forms" from the schemas; see scripts/forms/forms.ts.
var ze=(r,N)=>()=>{try{return N||r((N={exports:{}}).exports,N),N.exports}catch(te){throw N=0,te}};var we=ze(Be=>{"use strict";Object.defineProperty(Be,"__esModule",{value:!0});function Qe(r){let N=r.length,te=0,ne=0,q;for(;ne<N;)te++,q=r.charCodeAt(ne++),q>=
55296&&q<=56319&&ne<N&&(q=r.charCodeAt(ne),(q&64512)===56320&&ne++);return te}Be.default=Qe;Qe.code='require("ajv/dist/runtime/ucs2length").default'});var Ue=ze((Ir,Ge)=>{"use strict";Ge.exports=function r(N,te){if(N===te)return!0;if(N&&te&&typeof N=="object"&&typeof te=="object"){if(N.constructor!==te.constructor)
return!1;var ne,q,j;if(Array.isArray(N)){if(ne=N.length,ne!=te.length)return!1;for(q=ne;q--!==0;)if(!r(N[q],te[q]))return!1;return!0}if(N.constructor===RegExp)return N.
source===te.source&&N.flags===te.flags;if(N.valueOf!==Object.prototype.valueOf)return N.valueOf()===te.valueOf();if(N.toString!==Object.prototype.toString)return N.
toString()===te.toString();if(j=Object.keys(N),ne=j.length,ne!==Object.keys(te).length)return!1;for(q=ne;q--!==0;)if(!Object.prototype.hasOwnProperty.call(te,j[q]))
return!1;for(q=ne;q--!==0;){var t=j[q];if(!r(N[t],te[t]))return!1}return!0}return N!==N&&te!==te}});var Ce=ze(Me=>{"use strict";Object.defineProperty(Me,"__esModule",{value:!0});var Je=Ue();Je.code='require("ajv/dist/runtime/equal").default';Me.default=Je});var s={},rr=P;var tr={$schema:"https://json-schema.org/draft/2020-12/schema",type:"object",additionalProperties:!1,required:["name","tools"],properties:{$schema:{type:"string",
maxLength:2048},name:{type:"string",pattern:"^[a-z0-9][a-z0-9-]{0,63}$"},version:{type:"string",maxLength:128,default:"0.0.0",pattern:"^(0|[1-9]\\d*)\\.(0|[1-9]\\d\
*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"},description:{type:"string",minLength:1,maxLength:8192,pattern:"^\
[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},author:{type:"string",minLength:1,maxLength:256,
pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},license:{type:"string",minLength:1,maxLength:128,
pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},homepage:{type:"string",maxLength:2048,pattern:"\
^https?://[!-~]+$"},entry:{type:"string",maxLength:256,pattern:"^(?!.*(^|/)(\\.|node_modules/))[A-Za-z0-9_@.-]+(/[A-Za-z0-9_@.-]+)*\\.(js|mjs|ts|mts)$"},files:{
type:"array",maxItems:32,items:{type:"string",maxLength:256,pattern:"^(?!.*(^|/)(\\.|node_modules(/|$)))[A-Za-z0-9_@.*-]+(/[A-Za-z0-9_@.*-]+)*$"}},environment:{
type:"object",maxProperties:64,propertyNames:{pattern:"^[A-Za-z][A-Za-z0-9_]{0,127}$"},additionalProperties:{type:"string",maxLength:4096}},tools:{type:"array",
minItems:1,maxItems:128,items:{$ref:"#/$defs/tool"}},limits:{$ref:"#/$defs/limits"},freshState:{const:"isolate"},importedFrom:{$ref:"#/$defs/importedFrom"},capabilities:{
$ref:"#/$defs/capabilities"}},$defs:{importedFrom:{type:"object",additionalProperties:!1,required:["kind","source"],properties:{kind:{type:"string",pattern:"^[a\
-z][a-z0-9-]{0,31}$"},source:{type:"string",minLength:1,maxLength:2048,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\\
u2069]*$"},version:{type:"string",minLength:1,maxLength:128,pattern:"^[!-~]([ -~]*[!-~])?$"},integrity:{type:"string",pattern:"^[a-z0-9]{1,16}-[0-9A-Za-z+/=_-]{\
16,200}$"}}},tool:{type:"object",additionalProperties:!1,required:["name","description","inputSchema"],if:{not:{required:["contentBlocks"]}},then:{required:["ou\
tputSchema"]},else:{properties:{outputSchema:{type:"object",required:["type"],properties:{type:{const:"object"}}}}},properties:{name:{type:"string",pattern:"^(?\
!__proto__$)[a-zA-Z0-9_-]{1,64}$"},title:{type:"string",minLength:1,maxLength:256,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u2\
02e\\u2066-\\u2069]*$"},description:{type:"string",minLength:1,maxLength:8192,pattern:"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\\
u202a-\\u202e\\u2066-\\u2069]*$"},inputSchema:{type:"object",required:["type"],properties:{type:{const:"object"}}},outputSchema:{type:"object"},contentBlocks:{const:!0},
annotations:{$ref:"#/$defs/annotations"},export:{type:"string",maxLength:128,pattern:"^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$"},limits:{$ref:"#/$d\
efs/limits"},examples:{type:"array",maxItems:64,items:{$ref:"#/$defs/example"}}}},annotations:{type:"object",additionalProperties:!1,properties:{title:{type:"st\
ring",minLength:1,maxLength:256,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},readOnlyHint:{type:"\
boolean"},destructiveHint:{type:"boolean"},idempotentHint:{type:"boolean"},openWorldHint:{type:"boolean"}}},example:{type:"object",additionalProperties:!1,required:[
"arguments","result"],properties:{description:{type:"string",minLength:1,maxLength:1024,pattern:"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u2\
00e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},arguments:{type:"object"},result:{},effects:{type:"array",maxItems:64,items:{$ref:"#/$defs/effect"}}}},limits:{type:"\
object",additionalProperties:!1,properties:{cpuMs:{type:"integer",minimum:1},wallMs:{type:"integer",minimum:1},memoryMb:{type:"integer",minimum:1},argumentsBytes:{
type:"integer",minimum:1},resultBytes:{type:"integer",minimum:1},resultDepth:{type:"integer",minimum:1},logBytes:{type:"integer",minimum:1},logLines:{type:"inte\
ger",minimum:1},hostCalls:{type:"integer",minimum:1},fetchCalls:{type:"integer",minimum:1},fetchConcurrency:{type:"integer",minimum:1},fetchRequestBytes:{type:"\
integer",minimum:1},fetchResponseBytes:{type:"integer",minimum:1},fetchMs:{type:"integer",minimum:1},storeBytes:{type:"integer",minimum:1},storeKeys:{type:"inte\
ger",minimum:1},storeValueBytes:{type:"integer",minimum:1},signCalls:{type:"integer",minimum:1}}},capabilities:{type:"object",additionalProperties:!1,properties:{
fetch:{type:"array",maxItems:128,items:{$ref:"#/$defs/fetchWish"}},store:{$ref:"#/$defs/storeWish"},secrets:{type:"array",maxItems:32,items:{$ref:"#/$defs/secre\
tWish"}},signing:{type:"array",maxItems:16,items:{$ref:"#/$defs/signingWish"}}}},fetchWish:{type:"object",additionalProperties:!1,required:["origin"],properties:{
origin:{type:"string",maxLength:300},methods:{type:"array",minItems:1,maxItems:16,uniqueItems:!0,default:["GET"],items:{type:"string",pattern:"^(?!(CONNECT|TRAC\
E|TRACK)$)[A-Z]{1,20}$"}},path:{type:"string",maxLength:1024,default:"/*",pattern:"^/[!-~]*$"},optional:{type:"boolean",default:!1}}},storeWish:{type:"object",additionalProperties:!1,
properties:{scope:{enum:["plugin","caller"],default:"plugin"},optional:{type:"boolean",default:!1}}},secretWish:{type:"object",additionalProperties:!1,required:[
"name","origin"],properties:{name:{type:"string",pattern:"^[A-Z][A-Z0-9_]{0,63}$"},origin:{type:"string",maxLength:300},headers:{type:"array",items:{type:"strin\
g",pattern:"^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$"},minItems:1,maxItems:8},parameters:{type:"array",items:{type:"string",minLength:1,maxLength:100},minItems:1,maxItems:8},
bodyMembers:{type:"array",items:{type:"string",minLength:1,maxLength:100},minItems:1,maxItems:8},description:{type:"string",minLength:1,maxLength:1024,pattern:"\
^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},optional:{type:"boolean",default:!1}}},signingWish:{type:"\
object",additionalProperties:!1,required:["name","algorithms"],properties:{name:{type:"string",pattern:"^[A-Z][A-Z0-9_]{0,63}$"},algorithms:{type:"array",minItems:1,
maxItems:3,uniqueItems:!0,items:{enum:["HS256","HS384","HS512","RS256","ES256"]}},description:{type:"string",minLength:1,maxLength:1024,pattern:"^[^\\u0000-\\u001\
f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},optional:{type:"boolean",default:!1}}},effect:{type:"object",additionalProperties:!1,
properties:{fetch:{type:"string",maxLength:8192,pattern:"^https?://[!-~]+$"},method:{type:"string",default:"GET",pattern:"^(?!(CONNECT|TRACE|TRACK)$)[A-Z]{1,20}\
$"},store:{$ref:"#/$defs/storeQuestion"},sign:{$ref:"#/$defs/signQuestion"},answer:{},error:{$ref:"#/$defs/effectError"}},if:{required:["store"]},then:{properties:{
fetch:!1,method:!1,answer:{$ref:"#/$defs/storeAnswer"},sign:!1}},else:{if:{required:["sign"]},then:{properties:{fetch:!1,method:!1,answer:{type:"string",pattern:"\
^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",maxLength:2048,minLength:4}}},else:{required:["fetch"],properties:{answer:{$ref:"#/$defs/effectRes\
ponse"}}}},oneOf:[{required:["answer"]},{required:["error"]}]},effectResponse:{type:"object",additionalProperties:!1,properties:{status:{type:"integer",minimum:200,
maximum:599,default:200},headers:{type:"object",maxProperties:64,propertyNames:{pattern:"^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$"},additionalProperties:{type:"strin\
g",maxLength:8192,pattern:"^[\\t -~]*$"}},body:{type:"string"},json:{},base64:{type:"string",pattern:"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)\
?$"}},dependentSchemas:{body:{properties:{json:!1,base64:!1}},json:{properties:{base64:!1}}}},storeQuestion:{type:"object",additionalProperties:!1,required:["op"],
properties:{op:{enum:["get","set","delete","list"]},key:{type:"string",maxLength:1024},value:{type:"string"},ttlMs:{type:"integer",minimum:1},ifVersion:{type:["\
string","null"],maxLength:1024},prefix:{type:"string",maxLength:1024},after:{type:"string",maxLength:1024},limit:{type:"integer",minimum:1}},if:{properties:{op:{
const:"list"}}},then:{properties:{key:!1,value:!1,ttlMs:!1,ifVersion:!1}},else:{required:["key"],properties:{prefix:!1,after:!1,limit:!1}}},signQuestion:{type:"\
object",additionalProperties:!1,required:["name","algorithm"],properties:{name:{type:"string",pattern:"^[A-Z][A-Z0-9_]{0,63}$"},algorithm:{enum:["HS256","HS384",
"HS512","RS256","ES256"]},text:{type:"string",maxLength:65536},base64:{type:"string",maxLength:87384,pattern:"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9\
+/]{3}=)?$"}},oneOf:[{required:["text"]},{required:["base64"]}]},storeAnswer:{type:["object","boolean","null"],additionalProperties:!1,properties:{key:{type:"st\
ring",maxLength:1024},version:{type:"string",maxLength:1024},expiresAt:{type:"integer",minimum:0},value:{type:"string"},entries:{type:"array",maxItems:1e3,items:{
$ref:"#/$defs/storeEntry"}},next:{type:"string",maxLength:1024}}},storeEntry:{type:"object",additionalProperties:!1,required:["key","version"],properties:{key:{
type:"string",maxLength:1024},version:{type:"string",maxLength:1024},expiresAt:{type:"integer",minimum:0}}},effectError:{type:"object",additionalProperties:!1,required:[
"name","message"],properties:{name:{type:"string",pattern:"^[A-Z][A-Za-z]{0,63}$"},message:{type:"string",maxLength:1024,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\\
u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"}}}}},Xe={type:"object",additionalProperties:!1,properties:{cpuMs:{type:"integer",minimum:1},
wallMs:{type:"integer",minimum:1},memoryMb:{type:"integer",minimum:1},argumentsBytes:{type:"integer",minimum:1},resultBytes:{type:"integer",minimum:1},resultDepth:{
type:"integer",minimum:1},logBytes:{type:"integer",minimum:1},logLines:{type:"integer",minimum:1},hostCalls:{type:"integer",minimum:1},fetchCalls:{type:"integer",
minimum:1},fetchConcurrency:{type:"integer",minimum:1},fetchRequestBytes:{type:"integer",minimum:1},fetchResponseBytes:{type:"integer",minimum:1},fetchMs:{type:"\
integer",minimum:1},storeBytes:{type:"integer",minimum:1},storeKeys:{type:"integer",minimum:1},storeValueBytes:{type:"integer",minimum:1},signCalls:{type:"integ\
er",minimum:1}}};var o=Object.prototype.hasOwnProperty,X=we().default,sr=new RegExp("^[a-z0-9][a-z0-9-]{0,63}$","u"),ir=new RegExp("^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0\
-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$","u"),Ve=new RegExp("^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\\
u200f\\u202a-\\u202e\\u2066-\\u2069]*$","u"),Re=new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$",
"u"),Ye=new RegExp("^https?://[!-~]+$","u"),nr=new RegExp("^(?!.*(^|/)(\\.|node_modules/))[A-Za-z0-9_@.-]+(/[A-Za-z0-9_@.-]+)*\\.(js|mjs|ts|mts)$","u"),ar=new RegExp(
"^(?!.*(^|/)(\\.|node_modules(/|$)))[A-Za-z0-9_@.*-]+(/[A-Za-z0-9_@.*-]+)*$","u"),lr=new RegExp("^[A-Za-z][A-Za-z0-9_]{0,127}$","u"),fr=new RegExp("^[a-z][a-z0-\
9-]{0,31}$","u"),or=new RegExp("^[!-~]([ -~]*[!-~])?$","u"),ur=new RegExp("^[a-z0-9]{1,16}-[0-9A-Za-z+/=_-]{16,200}$","u"),cr={type:"object",additionalProperties:!1,
required:["name","description","inputSchema"],if:{not:{required:["contentBlocks"]}},then:{required:["outputSchema"]},else:{properties:{outputSchema:{type:"objec\
t",required:["type"],properties:{type:{const:"object"}}}}},properties:{name:{type:"string",pattern:"^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$"},title:{type:"string",minLength:1,
maxLength:256,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},description:{type:"string",minLength:1,
maxLength:8192,pattern:"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},inputSchema:{type:"\
object",required:["type"],properties:{type:{const:"object"}}},outputSchema:{type:"object"},contentBlocks:{const:!0},annotations:{$ref:"#/$defs/annotations"},export:{
type:"string",maxLength:128,pattern:"^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$"},limits:{$ref:"#/$defs/limits"},examples:{type:"array",maxItems:64,items:{
$ref:"#/$defs/example"}}}};var pr=new RegExp("^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$","u"),dr=new RegExp("^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$","u");function le(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=le.evaluated;if(S.dynamicProps&&(S.props=
void 0),S.dynamicItems&&(S.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean"&&r!==null)return le.errors=[s],!1;if(e===0&&r&&typeof r==
"object"&&!Array.isArray(r)){let O=e;for(let A of Object.keys(r))if(!(A==="key"||A==="version"||A==="expiresAt"||A==="value"||A==="entries"||A==="next")){return le.
errors=[s],!1;break}if(O===e){if(r.key!==void 0&&o.call(r,"key")){let A=r.key,d=e;if(e===d)if(typeof A=="string"){if(X(A)>1024)return le.errors=[s],!1}else return le.
errors=[s],!1;var l=d===e}else var l=!0;if(l){if(r.version!==void 0&&o.call(r,"version")){let A=r.version,d=e;if(e===d)if(typeof A=="string"){if(X(A)>1024)return le.
errors=[s],!1}else return le.errors=[s],!1;var l=d===e}else var l=!0;if(l){if(r.expiresAt!==void 0&&o.call(r,"expiresAt")){let A=r.expiresAt,d=e;if(!(typeof A==
"number"&&!(A%1)&&!isNaN(A)&&isFinite(A)))return le.errors=[s],!1;if(e===d&&typeof A=="number"&&isFinite(A)&&(A<0||isNaN(A)))return le.errors=[s],!1;var l=d===e}else
var l=!0;if(l){if(r.value!==void 0&&o.call(r,"value")){let A=e;if(typeof r.value!="string")return le.errors=[s],!1;var l=A===e}else var l=!0;if(l){if(r.entries!==
void 0&&o.call(r,"entries")){let A=r.entries,d=e;if(e===d)if(Array.isArray(A)){if(A.length>1e3)return le.errors=[s],!1;{var _=!0;let Z=A.length;for(let h=0;h<Z;h++){
let a=A[h],k=e;if(e===e)if(a&&typeof a=="object"&&!Array.isArray(a)){let c;if((a.key===void 0||!o.call(a,"key"))&&(c="key")||(a.version===void 0||!o.call(a,"ver\
sion"))&&(c="version"))return le.errors=[s],!1;{let i=e;for(let n of Object.keys(a))if(!(n==="key"||n==="version"||n==="expiresAt")){return le.errors=[s],!1;break}
if(i===e){if(a.key!==void 0&&o.call(a,"key")){let n=a.key,D=e;if(e===D)if(typeof n=="string"){if(X(n)>1024)return le.errors=[s],!1}else return le.errors=[s],!1;
var $=D===e}else var $=!0;if($){if(a.version!==void 0&&o.call(a,"version")){let n=a.version,D=e;if(e===D)if(typeof n=="string"){if(X(n)>1024)return le.errors=[s],
!1}else return le.errors=[s],!1;var $=D===e}else var $=!0;if($)if(a.expiresAt!==void 0&&o.call(a,"expiresAt")){let n=a.expiresAt,D=e;if(!(typeof n=="number"&&!(n%
1)&&!isNaN(n)&&isFinite(n)))return le.errors=[s],!1;if(e===D&&typeof n=="number"&&isFinite(n)&&(n<0||isNaN(n)))return le.errors=[s],!1;var $=D===e}else var $=!0}}}}else
return le.errors=[s],!1;var _=k===e;if(!_)break}}}else return le.errors=[s],!1;var l=d===e}else var l=!0;if(l)if(r.next!==void 0&&o.call(r,"next")){let A=r.next,
d=e;if(e===d)if(typeof A=="string"){if(X(A)>1024)return le.errors=[s],!1}else return le.errors=[s],!1;var l=d===e}else var l=!0}}}}}}return le.errors=t,e===0}le.
evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var He=new RegExp("^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$","u"),mr=new RegExp("^[A-Za\
-z0-9!#$%&'*+.^_`|~-]{1,128}$","u"),yr=new RegExp("^[\\t -~]*$","u"),er=new RegExp("^(?!(CONNECT|TRACE|TRACK)$)[A-Z]{1,20}$","u"),Te=new RegExp("^[A-Z][A-Z0-9_]\
{0,63}$","u"),vr=new RegExp("^[A-Z][A-Za-z]{0,63}$","u");function F(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){
let t=null,e=0,S=F.evaluated;S.dynamicProps&&(S.props=void 0),S.dynamicItems&&(S.items=void 0);let l=e,_=!1,$=null,O=e;if(r&&typeof r=="object"&&!Array.isArray(
r)){let se;if((r.answer===void 0||!o.call(r,"answer"))&&(se="answer")){let p=s;t===null?t=[p]:t.push(p),e++}}var d=O===e;d&&(_=!0,$=0);let A=e;if(r&&typeof r=="\
object"&&!Array.isArray(r)){let se;if((r.error===void 0||!o.call(r,"error"))&&(se="error")){let p=s;t===null?t=[p]:t.push(p),e++}}var d=A===e;if(d&&_?(_=!1,$=[$,
1]):d&&(_=!0,$=1),_){e=l,t!==null&&(l?t.length=l:t=null);let se=e,p=!0,K=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let T;if((r.store===void 0||!o.call(r,"s\
tore"))&&(T="store")){let re={};t===null?t=[re]:t.push(re),e++}}var u=K===e;e=se,t!==null&&(se?t.length=se:t=null);let W;if(u){let T=e;if(r&&typeof r=="object"&&
!Array.isArray(r)){if(r.fetch!==void 0&&o.call(r,"fetch")){var Z=!1;return F.errors=[s],!1}else var Z=!0;if(Z){if(r.method!==void 0&&o.call(r,"method")){var Z=!1;
return F.errors=[s],!1}else var Z=!0;if(Z){if(r.answer!==void 0&&o.call(r,"answer")){let ue=e;le(r.answer,{instancePath:N+"/answer",parentData:r,parentDataProperty:"\
answer",rootData:q,dynamicAnchors:j})||(t=t===null?le.errors:t.concat(le.errors),e=t.length);var Z=ue===e}else var Z=!0;if(Z)if(r.sign!==void 0&&o.call(r,"sign")){
var Z=!1;return F.errors=[s],!1}else var Z=!0}}}var u=T===e;if(p=u,p){var h={};h.fetch=!0,h.method=!0,h.answer=!0,h.sign=!0}W="then"}else{let T=e,re=e,ue=!0,pe=e;
if(r&&typeof r=="object"&&!Array.isArray(r)){let oe;if((r.sign===void 0||!o.call(r,"sign"))&&(oe="sign")){let H={};t===null?t=[H]:t.push(H),e++}}var a=pe===e;e=
re,t!==null&&(re?t.length=re:t=null);let _e;if(a){let oe=e;if(r&&typeof r=="object"&&!Array.isArray(r)){if(r.fetch!==void 0&&o.call(r,"fetch")){var k=!1;return F.
errors=[s],!1}else var k=!0;if(k){if(r.method!==void 0&&o.call(r,"method")){var k=!1;return F.errors=[s],!1}else var k=!0;if(k)if(r.answer!==void 0&&o.call(r,"a\
nswer")){let J=r.answer,Y=e;if(e===Y)if(typeof J=="string"){if(X(J)>2048)return F.errors=[s],!1;if(X(J)<4)return F.errors=[s],!1;if(!He.test(J))return F.errors=
[s],!1}else return F.errors=[s],!1;var k=Y===e}else var k=!0}}var a=oe===e;if(ue=a,ue){var y={};y.fetch=!0,y.method=!0,y.answer=!0}_e="then"}else{let oe=e;if(r&&
typeof r=="object"&&!Array.isArray(r)){let J;if((r.fetch===void 0||!o.call(r,"fetch"))&&(J="fetch"))return F.errors=[s],!1;if(r.answer!==void 0&&o.call(r,"answe\
r")){let Y=r.answer;if(e===e)if(Y&&typeof Y=="object"&&!Array.isArray(Y)){let qe=e;for(let ae of Object.keys(Y))if(!(ae==="status"||ae==="headers"||ae==="body"||
ae==="json"||ae==="base64")){return F.errors=[s],!1;break}if(qe===e){if(Y.status!==void 0&&o.call(Y,"status")){let ae=Y.status,ke=e;if(!(typeof ae=="number"&&!(ae%
1)&&!isNaN(ae)&&isFinite(ae)))return F.errors=[s],!1;if(e===ke&&typeof ae=="number"&&isFinite(ae)){if(ae>599||isNaN(ae))return F.errors=[s],!1;if(ae<200||isNaN(
ae))return F.errors=[s],!1}var C=ke===e}else var C=!0;if(C){if(Y.headers!==void 0&&o.call(Y,"headers")){let ae=Y.headers,ke=e;if(e===ke)if(ae&&typeof ae=="objec\
t"&&!Array.isArray(ae)){if(Object.keys(ae).length>64)return F.errors=[s],!1;for(let Pe of Object.keys(ae)){let Ie=e;if(typeof Pe=="string"&&!mr.test(Pe)){let Ne=s;
t===null?t=[Ne]:t.push(Ne),e++}var c=Ie===e;if(!c){let Ne=s;return t===null?t=[Ne]:t.push(Ne),e++,F.errors=t,!1;break}}if(c)for(let Pe of Object.keys(ae)){let Ie=ae[Pe],
Ne=e;if(e===Ne)if(typeof Ie=="string"){if(X(Ie)>8192)return F.errors=[s],!1;if(!yr.test(Ie))return F.errors=[s],!1}else return F.errors=[s],!1;var i=Ne===e;if(!i)
break}}else return F.errors=[s],!1;var C=ke===e}else var C=!0;if(C){if(Y.body!==void 0&&o.call(Y,"body")){let ae=e;if(typeof Y.body!="string")return F.errors=[s],
!1;var C=ae===e}else var C=!0;if(C){if(Y.base64!==void 0&&o.call(Y,"base64")){let ae=Y.base64,ke=e;if(e===ke)if(typeof ae=="string"){if(!He.test(ae))return F.errors=
[s],!1}else return F.errors=[s],!1;var C=ke===e}else var C=!0;if(C){if(Y.body!==void 0&&o.call(Y,"body")){let ae=e;if(Y&&typeof Y=="object"&&!Array.isArray(Y)){
if(Y.json!==void 0&&o.call(Y,"json")){var n=!1;return F.errors=[s],!1}else var n=!0;if(n)if(Y.base64!==void 0&&o.call(Y,"base64")){var n=!1;return F.errors=[s],
!1}else var n=!0}var D=ae===e}else var D=!0;if(D)if(Y.json!==void 0&&o.call(Y,"json")){let ae=e;if(Y&&typeof Y=="object"&&!Array.isArray(Y)&&Y.base64!==void 0&&
o.call(Y,"base64"))return F.errors=[s],!1;var D=ae===e}else var D=!0}}}}}}else return F.errors=[s],!1}}var a=oe===e;ue=a,ue&&y!==!0&&(y=y||{},y.answer=!0),_e="e\
lse"}if(!ue){let oe=s;return t===null?t=[oe]:t.push(oe),e++,F.errors=t,!1}var u=T===e;p=u,p&&h!==!0&&y!==void 0&&(y===!0?h=!0:(h=h||{},Object.assign(h,y))),W="e\
lse"}if(!p){let T=s;return t===null?t=[T]:t.push(T),e++,F.errors=t,!1}}else{let se=s;return t===null?t=[se]:t.push(se),e++,F.errors=t,!1}if(e===0)if(r&&typeof r==
"object"&&!Array.isArray(r)){let se=e;for(let p of Object.keys(r))if(!(p==="fetch"||p==="method"||p==="store"||p==="sign"||p==="answer"||p==="error")){return F.
errors=[s],!1;break}if(se===e){if(r.fetch!==void 0&&o.call(r,"fetch")){let p=r.fetch,K=e;if(e===K)if(typeof p=="string"){if(X(p)>8192)return F.errors=[s],!1;if(!Ye.
test(p))return F.errors=[s],!1}else return F.errors=[s],!1;var m=K===e}else var m=!0;if(m){if(r.method!==void 0&&o.call(r,"method")){let p=r.method,K=e;if(e===K)
if(typeof p=="string"){if(!er.test(p))return F.errors=[s],!1}else return F.errors=[s],!1;var m=K===e}else var m=!0;if(m){if(r.store!==void 0&&o.call(r,"store")){
let p=r.store,K=e,W=e,T=e,re=!0,ue=e;if(p&&typeof p=="object"&&!Array.isArray(p)&&p.op!==void 0&&o.call(p,"op")&&p.op!=="list"){let $e={};t===null?t=[$e]:t.push(
$e),e++}var b=ue===e;e=T,t!==null&&(T?t.length=T:t=null);let pe;if(b){let $e=e;if(p&&typeof p=="object"&&!Array.isArray(p)){if(p.key!==void 0&&o.call(p,"key")){
var v=!1;return F.errors=[s],!1}else var v=!0;if(v){if(p.value!==void 0&&o.call(p,"value")){var v=!1;return F.errors=[s],!1}else var v=!0;if(v){if(p.ttlMs!==void 0&&
o.call(p,"ttlMs")){var v=!1;return F.errors=[s],!1}else var v=!0;if(v)if(p.ifVersion!==void 0&&o.call(p,"ifVersion")){var v=!1;return F.errors=[s],!1}else var v=!0}}}
var b=$e===e;if(re=b,re){var f={};f.key=!0,f.value=!0,f.ttlMs=!0,f.ifVersion=!0,f.op=!0}pe="then"}else{let $e=e;if(p&&typeof p=="object"&&!Array.isArray(p)){let H;
if((p.key===void 0||!o.call(p,"key"))&&(H="key"))return F.errors=[s],!1;if(p.prefix!==void 0&&o.call(p,"prefix")){var R=!1;return F.errors=[s],!1}else var R=!0;
if(R){if(p.after!==void 0&&o.call(p,"after")){var R=!1;return F.errors=[s],!1}else var R=!0;if(R)if(p.limit!==void 0&&o.call(p,"limit")){var R=!1;return F.errors=
[s],!1}else var R=!0}}var b=$e===e;re=b,re&&f!==!0&&(f=f||{},f.prefix=!0,f.after=!0,f.limit=!0),pe="else"}if(!re){let $e=s;return t===null?t=[$e]:t.push($e),e++,
F.errors=t,!1}if(e===W)if(p&&typeof p=="object"&&!Array.isArray(p)){let $e;if((p.op===void 0||!o.call(p,"op"))&&($e="op"))return F.errors=[s],!1;{let oe=e;for(let H of Object.
keys(p))if(!(H==="op"||H==="key"||H==="value"||H==="ttlMs"||H==="ifVersion"||H==="prefix"||H==="after"||H==="limit")){return F.errors=[s],!1;break}if(oe===e){if(p.
op!==void 0&&o.call(p,"op")){let H=p.op,J=e;if(!(H==="get"||H==="set"||H==="delete"||H==="list"))return F.errors=[s],!1;var I=J===e}else var I=!0;if(I){if(p.key!==
void 0&&o.call(p,"key")){let H=p.key,J=e;if(e===J)if(typeof H=="string"){if(X(H)>1024)return F.errors=[s],!1}else return F.errors=[s],!1;var I=J===e}else var I=!0;
if(I){if(p.value!==void 0&&o.call(p,"value")){let H=e;if(typeof p.value!="string")return F.errors=[s],!1;var I=H===e}else var I=!0;if(I){if(p.ttlMs!==void 0&&o.
call(p,"ttlMs")){let H=p.ttlMs,J=e;if(!(typeof H=="number"&&!(H%1)&&!isNaN(H)&&isFinite(H)))return F.errors=[s],!1;if(e===J&&typeof H=="number"&&isFinite(H)&&(H<
1||isNaN(H)))return F.errors=[s],!1;var I=J===e}else var I=!0;if(I){if(p.ifVersion!==void 0&&o.call(p,"ifVersion")){let H=p.ifVersion,J=e;if(typeof H!="string"&&
H!==null)return F.errors=[s],!1;if(e===J&&typeof H=="string"&&X(H)>1024)return F.errors=[s],!1;var I=J===e}else var I=!0;if(I){if(p.prefix!==void 0&&o.call(p,"p\
refix")){let H=p.prefix,J=e;if(e===J)if(typeof H=="string"){if(X(H)>1024)return F.errors=[s],!1}else return F.errors=[s],!1;var I=J===e}else var I=!0;if(I){if(p.
after!==void 0&&o.call(p,"after")){let H=p.after,J=e;if(e===J)if(typeof H=="string"){if(X(H)>1024)return F.errors=[s],!1}else return F.errors=[s],!1;var I=J===e}else
var I=!0;if(I)if(p.limit!==void 0&&o.call(p,"limit")){let H=p.limit,J=e;if(!(typeof H=="number"&&!(H%1)&&!isNaN(H)&&isFinite(H)))return F.errors=[s],!1;if(e===J&&
typeof H=="number"&&isFinite(H)&&(H<1||isNaN(H)))return F.errors=[s],!1;var I=J===e}else var I=!0}}}}}}}}}else return F.errors=[s],!1;var m=K===e}else var m=!0;
if(m){if(r.sign!==void 0&&o.call(r,"sign")){let p=r.sign,K=e,W=e,T=e,re=!1,ue=null,pe=e;if(p&&typeof p=="object"&&!Array.isArray(p)){let oe;if((p.text===void 0||
!o.call(p,"text"))&&(oe="text")){let H=s;t===null?t=[H]:t.push(H),e++}}var ee=pe===e;ee&&(re=!0,ue=0);let _e=e;if(p&&typeof p=="object"&&!Array.isArray(p)){let oe;
if((p.base64===void 0||!o.call(p,"base64"))&&(oe="base64")){let H=s;t===null?t=[H]:t.push(H),e++}}var ee=_e===e;if(ee&&re?(re=!1,ue=[ue,1]):ee&&(re=!0,ue=1),re)
e=T,t!==null&&(T?t.length=T:t=null);else{let oe=s;return t===null?t=[oe]:t.push(oe),e++,F.errors=t,!1}if(e===W)if(p&&typeof p=="object"&&!Array.isArray(p)){let oe;
if((p.name===void 0||!o.call(p,"name"))&&(oe="name")||(p.algorithm===void 0||!o.call(p,"algorithm"))&&(oe="algorithm"))return F.errors=[s],!1;{let H=e;for(let J of Object.
keys(p))if(!(J==="name"||J==="algorithm"||J==="text"||J==="base64")){return F.errors=[s],!1;break}if(H===e){if(p.name!==void 0&&o.call(p,"name")){let J=p.name,Y=e;
if(e===Y)if(typeof J=="string"){if(!Te.test(J))return F.errors=[s],!1}else return F.errors=[s],!1;var L=Y===e}else var L=!0;if(L){if(p.algorithm!==void 0&&o.call(
p,"algorithm")){let J=p.algorithm,Y=e;if(!(J==="HS256"||J==="HS384"||J==="HS512"||J==="RS256"||J==="ES256"))return F.errors=[s],!1;var L=Y===e}else var L=!0;if(L){
if(p.text!==void 0&&o.call(p,"text")){let J=p.text,Y=e;if(e===Y)if(typeof J=="string"){if(X(J)>65536)return F.errors=[s],!1}else return F.errors=[s],!1;var L=Y===
e}else var L=!0;if(L)if(p.base64!==void 0&&o.call(p,"base64")){let J=p.base64,Y=e;if(e===Y)if(typeof J=="string"){if(X(J)>87384)return F.errors=[s],!1;if(!He.test(
J))return F.errors=[s],!1}else return F.errors=[s],!1;var L=Y===e}else var L=!0}}}}}else return F.errors=[s],!1;var m=K===e}else var m=!0;if(m)if(r.error!==void 0&&
o.call(r,"error")){let p=r.error,K=e;if(e===e)if(p&&typeof p=="object"&&!Array.isArray(p)){let re;if((p.name===void 0||!o.call(p,"name"))&&(re="name")||(p.message===
void 0||!o.call(p,"message"))&&(re="message"))return F.errors=[s],!1;{let ue=e;for(let pe of Object.keys(p))if(!(pe==="name"||pe==="message")){return F.errors=[
s],!1;break}if(ue===e){if(p.name!==void 0&&o.call(p,"name")){let pe=p.name,_e=e;if(e===_e)if(typeof pe=="string"){if(!vr.test(pe))return F.errors=[s],!1}else return F.
errors=[s],!1;var x=_e===e}else var x=!0;if(x)if(p.message!==void 0&&o.call(p,"message")){let pe=p.message,_e=e;if(e===_e)if(typeof pe=="string"){if(X(pe)>1024)
return F.errors=[s],!1;if(!Re.test(pe))return F.errors=[s],!1}else return F.errors=[s],!1;var x=_e===e}else var x=!0}}}else return F.errors=[s],!1;var m=K===e}else
var m=!0}}}}}else return F.errors=[s],!1;return F.errors=t,e===0}F.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function be(r,{instancePath:N="",parentData:te,
parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=be.evaluated;if(S.dynamicProps&&(S.props=void 0),S.dynamicItems&&(S.items=void 0),e===
0)if(r&&typeof r=="object"&&!Array.isArray(r)){let $;if((r.arguments===void 0||!o.call(r,"arguments"))&&($="arguments")||(r.result===void 0||!o.call(r,"result"))&&
($="result"))return be.errors=[s],!1;{let O=e;for(let A of Object.keys(r))if(!(A==="description"||A==="arguments"||A==="result"||A==="effects")){return be.errors=
[s],!1;break}if(O===e){if(r.description!==void 0&&o.call(r,"description")){let A=r.description,d=e;if(e===d)if(typeof A=="string"){if(X(A)>1024)return be.errors=
[s],!1;if(X(A)<1)return be.errors=[s],!1;if(!Ve.test(A))return be.errors=[s],!1}else return be.errors=[s],!1;var l=d===e}else var l=!0;if(l){if(r.arguments!==void 0&&
o.call(r,"arguments")){let A=r.arguments,d=e;if(!(A&&typeof A=="object"&&!Array.isArray(A)))return be.errors=[s],!1;var l=d===e}else var l=!0;if(l)if(r.effects!==
void 0&&o.call(r,"effects")){let A=r.effects,d=e;if(e===d)if(Array.isArray(A)){if(A.length>64)return be.errors=[s],!1;{var _=!0;let Z=A.length;for(let h=0;h<Z;h++){
let a=e;F(A[h],{instancePath:N+"/effects/"+h,parentData:A,parentDataProperty:h,rootData:q,dynamicAnchors:j})||(t=t===null?F.errors:t.concat(F.errors),e=t.length);
var _=a===e;if(!_)break}}}else return be.errors=[s],!1;var l=d===e}else var l=!0}}}}else return be.errors=[s],!1;return be.errors=t,e===0}be.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function z(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=z.evaluated;
S.dynamicProps&&(S.props=void 0),S.dynamicItems&&(S.items=void 0);let l=e,_=!0,$=e,O=e,A=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let c;if((r.contentBlocks===
void 0||!o.call(r,"contentBlocks"))&&(c="contentBlocks")){let i={};t===null?t=[i]:t.push(i),e++}}var d=A===e;if(d){let c={};t===null?t=[c]:t.push(c),e++}else e=
O,t!==null&&(O?t.length=O:t=null);var u=$===e;e=l,t!==null&&(l?t.length=l:t=null);let Z;if(u){let c=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let n;if((r.outputSchema===
void 0||!o.call(r,"outputSchema"))&&(n="outputSchema"))return z.errors=[s],!1}var u=c===e;_=u,Z="then"}else{let c=e;if(r&&typeof r=="object"&&!Array.isArray(r)&&
r.outputSchema!==void 0&&o.call(r,"outputSchema")){let n=r.outputSchema;if(e===e)if(n&&typeof n=="object"&&!Array.isArray(n)){let m;if((n.type===void 0||!o.call(
n,"type"))&&(m="type"))return z.errors=[s],!1;if(n.type!==void 0&&o.call(n,"type")&&n.type!=="object")return z.errors=[s],!1}else return z.errors=[s],!1}var u=c===
e;if(_=u,_){var h={};h.outputSchema=!0}Z="else"}if(!_){let c=s;return t===null?t=[c]:t.push(c),e++,z.errors=t,!1}if(e===0)if(r&&typeof r=="object"&&!Array.isArray(
r)){let c;if((r.name===void 0||!o.call(r,"name"))&&(c="name")||(r.description===void 0||!o.call(r,"description"))&&(c="description")||(r.inputSchema===void 0||!o.
call(r,"inputSchema"))&&(c="inputSchema"))return z.errors=[s],!1;{let i=e;for(let n of Object.keys(r))if(!o.call(cr.properties,n)){return z.errors=[s],!1;break}
if(i===e){if(r.name!==void 0&&o.call(r,"name")){let n=r.name,D=e;if(e===D)if(typeof n=="string"){if(!pr.test(n))return z.errors=[s],!1}else return z.errors=[s],
!1;var a=D===e}else var a=!0;if(a){if(r.title!==void 0&&o.call(r,"title")){let n=r.title,D=e;if(e===D)if(typeof n=="string"){if(X(n)>256)return z.errors=[s],!1;
if(X(n)<1)return z.errors=[s],!1;if(!Re.test(n))return z.errors=[s],!1}else return z.errors=[s],!1;var a=D===e}else var a=!0;if(a){if(r.description!==void 0&&o.
call(r,"description")){let n=r.description,D=e;if(e===D)if(typeof n=="string"){if(X(n)>8192)return z.errors=[s],!1;if(X(n)<1)return z.errors=[s],!1;if(!Ve.test(
n))return z.errors=[s],!1}else return z.errors=[s],!1;var a=D===e}else var a=!0;if(a){if(r.inputSchema!==void 0&&o.call(r,"inputSchema")){let n=r.inputSchema,D=e;
if(e===D)if(n&&typeof n=="object"&&!Array.isArray(n)){let b;if((n.type===void 0||!o.call(n,"type"))&&(b="type"))return z.errors=[s],!1;if(n.type!==void 0&&o.call(
n,"type")&&n.type!=="object")return z.errors=[s],!1}else return z.errors=[s],!1;var a=D===e}else var a=!0;if(a){if(r.outputSchema!==void 0&&o.call(r,"outputSche\
ma")){let n=r.outputSchema,D=e;if(!(n&&typeof n=="object"&&!Array.isArray(n)))return z.errors=[s],!1;var a=D===e}else var a=!0;if(a){if(r.contentBlocks!==void 0&&
o.call(r,"contentBlocks")){let n=e;if(r.contentBlocks!==!0)return z.errors=[s],!1;var a=n===e}else var a=!0;if(a){if(r.annotations!==void 0&&o.call(r,"annotatio\
ns")){let n=r.annotations,D=e;if(e===e)if(n&&typeof n=="object"&&!Array.isArray(n)){let v=e;for(let f of Object.keys(n))if(!(f==="title"||f==="readOnlyHint"||f===
"destructiveHint"||f==="idempotentHint"||f==="openWorldHint")){return z.errors=[s],!1;break}if(v===e){if(n.title!==void 0&&o.call(n,"title")){let f=n.title,R=e;
if(e===R)if(typeof f=="string"){if(X(f)>256)return z.errors=[s],!1;if(X(f)<1)return z.errors=[s],!1;if(!Re.test(f))return z.errors=[s],!1}else return z.errors=[
s],!1;var k=R===e}else var k=!0;if(k){if(n.readOnlyHint!==void 0&&o.call(n,"readOnlyHint")){let f=e;if(typeof n.readOnlyHint!="boolean")return z.errors=[s],!1;var k=f===
e}else var k=!0;if(k){if(n.destructiveHint!==void 0&&o.call(n,"destructiveHint")){let f=e;if(typeof n.destructiveHint!="boolean")return z.errors=[s],!1;var k=f===
e}else var k=!0;if(k){if(n.idempotentHint!==void 0&&o.call(n,"idempotentHint")){let f=e;if(typeof n.idempotentHint!="boolean")return z.errors=[s],!1;var k=f===e}else
var k=!0;if(k)if(n.openWorldHint!==void 0&&o.call(n,"openWorldHint")){let f=e;if(typeof n.openWorldHint!="boolean")return z.errors=[s],!1;var k=f===e}else var k=!0}}}}}else
return z.errors=[s],!1;var a=D===e}else var a=!0;if(a){if(r.export!==void 0&&o.call(r,"export")){let n=r.export,D=e;if(e===D)if(typeof n=="string"){if(X(n)>128)
return z.errors=[s],!1;if(!dr.test(n))return z.errors=[s],!1}else return z.errors=[s],!1;var a=D===e}else var a=!0;if(a){if(r.limits!==void 0&&o.call(r,"limits")){
let n=r.limits,D=e;if(e===e)if(n&&typeof n=="object"&&!Array.isArray(n)){let v=e;for(let f of Object.keys(n))if(!o.call(Xe.properties,f)){return z.errors=[s],!1;
break}if(v===e){if(n.cpuMs!==void 0&&o.call(n,"cpuMs")){let f=n.cpuMs,R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.errors=[s],!1;if(e===
R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[s],!1;var y=R===e}else var y=!0;if(y){if(n.wallMs!==void 0&&o.call(n,"wallMs")){let f=n.wallMs,
R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[
s],!1;var y=R===e}else var y=!0;if(y){if(n.memoryMb!==void 0&&o.call(n,"memoryMb")){let f=n.memoryMb,R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))
return z.errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[s],!1;var y=R===e}else var y=!0;if(y){if(n.argumentsBytes!==void 0&&
o.call(n,"argumentsBytes")){let f=n.argumentsBytes,R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.errors=[s],!1;if(e===R&&typeof f=="numb\
er"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[s],!1;var y=R===e}else var y=!0;if(y){if(n.resultBytes!==void 0&&o.call(n,"resultBytes")){let f=n.resultBytes,
R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[
s],!1;var y=R===e}else var y=!0;if(y){if(n.resultDepth!==void 0&&o.call(n,"resultDepth")){let f=n.resultDepth,R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(
f)))return z.errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[s],!1;var y=R===e}else var y=!0;if(y){if(n.logBytes!==void 0&&
o.call(n,"logBytes")){let f=n.logBytes,R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(
f)&&(f<1||isNaN(f)))return z.errors=[s],!1;var y=R===e}else var y=!0;if(y){if(n.logLines!==void 0&&o.call(n,"logLines")){let f=n.logLines,R=e;if(!(typeof f=="nu\
mber"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[s],!1;var y=R===e}else
var y=!0;if(y){if(n.hostCalls!==void 0&&o.call(n,"hostCalls")){let f=n.hostCalls,R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.errors=[s],
!1;if(e===R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[s],!1;var y=R===e}else var y=!0;if(y){if(n.fetchCalls!==void 0&&o.call(n,"fetchCa\
lls")){let f=n.fetchCalls,R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(
f)))return z.errors=[s],!1;var y=R===e}else var y=!0;if(y){if(n.fetchConcurrency!==void 0&&o.call(n,"fetchConcurrency")){let f=n.fetchConcurrency,R=e;if(!(typeof f==
"number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[s],!1;var y=R===e}else
var y=!0;if(y){if(n.fetchRequestBytes!==void 0&&o.call(n,"fetchRequestBytes")){let f=n.fetchRequestBytes,R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(
f)))return z.errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[s],!1;var y=R===e}else var y=!0;if(y){if(n.fetchResponseBytes!==
void 0&&o.call(n,"fetchResponseBytes")){let f=n.fetchResponseBytes,R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.errors=[s],!1;if(e===R&&
typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[s],!1;var y=R===e}else var y=!0;if(y){if(n.fetchMs!==void 0&&o.call(n,"fetchMs")){let f=n.fetchMs,
R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[
s],!1;var y=R===e}else var y=!0;if(y){if(n.storeBytes!==void 0&&o.call(n,"storeBytes")){let f=n.storeBytes,R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(
f)))return z.errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[s],!1;var y=R===e}else var y=!0;if(y){if(n.storeKeys!==void 0&&
o.call(n,"storeKeys")){let f=n.storeKeys,R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(
f)&&(f<1||isNaN(f)))return z.errors=[s],!1;var y=R===e}else var y=!0;if(y){if(n.storeValueBytes!==void 0&&o.call(n,"storeValueBytes")){let f=n.storeValueBytes,R=e;
if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[s],!1;
var y=R===e}else var y=!0;if(y)if(n.signCalls!==void 0&&o.call(n,"signCalls")){let f=n.signCalls,R=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return z.
errors=[s],!1;if(e===R&&typeof f=="number"&&isFinite(f)&&(f<1||isNaN(f)))return z.errors=[s],!1;var y=R===e}else var y=!0}}}}}}}}}}}}}}}}}}else return z.errors=
[s],!1;var a=D===e}else var a=!0;if(a)if(r.examples!==void 0&&o.call(r,"examples")){let n=r.examples,D=e;if(e===D)if(Array.isArray(n)){if(n.length>64)return z.errors=
[s],!1;{var C=!0;let b=n.length;for(let v=0;v<b;v++){let f=e;be(n[v],{instancePath:N+"/examples/"+v,parentData:n,parentDataProperty:v,rootData:q,dynamicAnchors:j})||
(t=t===null?be.errors:t.concat(be.errors),e=t.length);var C=f===e;if(!C)break}}}else return z.errors=[s],!1;var a=D===e}else var a=!0}}}}}}}}}}}else return z.errors=
[s],!1;return z.errors=t,e===0}z.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var gr=Ce().default,hr=new RegExp("^/[!-~]*$","u"),br=new RegExp("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$","u");function B(r,{instancePath:N="",parentData:te,parentDataProperty:ne,
rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=B.evaluated;if(S.dynamicProps&&(S.props=void 0),S.dynamicItems&&(S.items=void 0),e===0)if(r&&typeof r=="o\
bject"&&!Array.isArray(r)){let c=e;for(let i of Object.keys(r))if(!(i==="fetch"||i==="store"||i==="secrets"||i==="signing")){return B.errors=[s],!1;break}if(c===
e){if(r.fetch!==void 0&&o.call(r,"fetch")){let i=r.fetch,n=e;if(e===n)if(Array.isArray(i)){if(i.length>128)return B.errors=[s],!1;{var l=!0;let D=i.length;for(let m=0;m<
D;m++){let b=i[m],v=e;if(e===e)if(b&&typeof b=="object"&&!Array.isArray(b)){let I;if((b.origin===void 0||!o.call(b,"origin"))&&(I="origin"))return B.errors=[s],
!1;{let ee=e;for(let L of Object.keys(b))if(!(L==="origin"||L==="methods"||L==="path"||L==="optional")){return B.errors=[s],!1;break}if(ee===e){if(b.origin!==void 0&&
o.call(b,"origin")){let L=b.origin,x=e;if(e===x)if(typeof L=="string"){if(X(L)>300)return B.errors=[s],!1}else return B.errors=[s],!1;var _=x===e}else var _=!0;
if(_){if(b.methods!==void 0&&o.call(b,"methods")){let L=b.methods,x=e;if(e===x)if(Array.isArray(L)){if(L.length>16)return B.errors=[s],!1;if(L.length<1)return B.
errors=[s],!1;{var $=!0;let p=L.length;for(let K=0;K<p;K++){let W=L[K],T=e;if(e===T)if(typeof W=="string"){if(!er.test(W))return B.errors=[s],!1}else return B.errors=
[s],!1;var $=T===e;if(!$)break}if($){let K=L.length,W;if(K>1){let T={};for(;K--;){let re=L[K];if(typeof re=="string"){if(typeof T[re]=="number"){return W=T[re],
B.errors=[s],!1;break}T[re]=K}}}}}}else return B.errors=[s],!1;var _=x===e}else var _=!0;if(_){if(b.path!==void 0&&o.call(b,"path")){let L=b.path,x=e;if(e===x)if(typeof L==
"string"){if(X(L)>1024)return B.errors=[s],!1;if(!hr.test(L))return B.errors=[s],!1}else return B.errors=[s],!1;var _=x===e}else var _=!0;if(_)if(b.optional!==void 0&&
o.call(b,"optional")){let L=e;if(typeof b.optional!="boolean")return B.errors=[s],!1;var _=L===e}else var _=!0}}}}}else return B.errors=[s],!1;var l=v===e;if(!l)
break}}}else return B.errors=[s],!1;var O=n===e}else var O=!0;if(O){if(r.store!==void 0&&o.call(r,"store")){let i=r.store,n=e;if(e===e)if(i&&typeof i=="object"&&
!Array.isArray(i)){let b=e;for(let v of Object.keys(i))if(!(v==="scope"||v==="optional")){return B.errors=[s],!1;break}if(b===e){if(i.scope!==void 0&&o.call(i,"\
scope")){let v=i.scope,f=e;if(!(v==="plugin"||v==="caller"))return B.errors=[s],!1;var A=f===e}else var A=!0;if(A)if(i.optional!==void 0&&o.call(i,"optional")){
let v=e;if(typeof i.optional!="boolean")return B.errors=[s],!1;var A=v===e}else var A=!0}}else return B.errors=[s],!1;var O=n===e}else var O=!0;if(O){if(r.secrets!==
void 0&&o.call(r,"secrets")){let i=r.secrets,n=e;if(e===n)if(Array.isArray(i)){if(i.length>32)return B.errors=[s],!1;{var d=!0;let m=i.length;for(let b=0;b<m;b++){
let v=i[b],f=e;if(e===e)if(v&&typeof v=="object"&&!Array.isArray(v)){let ee;if((v.name===void 0||!o.call(v,"name"))&&(ee="name")||(v.origin===void 0||!o.call(v,
"origin"))&&(ee="origin"))return B.errors=[s],!1;{let L=e;for(let x of Object.keys(v))if(!(x==="name"||x==="origin"||x==="headers"||x==="parameters"||x==="bodyM\
embers"||x==="description"||x==="optional")){return B.errors=[s],!1;break}if(L===e){if(v.name!==void 0&&o.call(v,"name")){let x=v.name,se=e;if(e===se)if(typeof x==
"string"){if(!Te.test(x))return B.errors=[s],!1}else return B.errors=[s],!1;var u=se===e}else var u=!0;if(u){if(v.origin!==void 0&&o.call(v,"origin")){let x=v.origin,
se=e;if(e===se)if(typeof x=="string"){if(X(x)>300)return B.errors=[s],!1}else return B.errors=[s],!1;var u=se===e}else var u=!0;if(u){if(v.headers!==void 0&&o.call(
v,"headers")){let x=v.headers,se=e;if(e===se)if(Array.isArray(x)){if(x.length>8)return B.errors=[s],!1;if(x.length<1)return B.errors=[s],!1;{var Z=!0;let K=x.length;
for(let W=0;W<K;W++){let T=x[W],re=e;if(e===re)if(typeof T=="string"){if(!br.test(T))return B.errors=[s],!1}else return B.errors=[s],!1;var Z=re===e;if(!Z)break}}}else
return B.errors=[s],!1;var u=se===e}else var u=!0;if(u){if(v.parameters!==void 0&&o.call(v,"parameters")){let x=v.parameters,se=e;if(e===se)if(Array.isArray(x)){
if(x.length>8)return B.errors=[s],!1;if(x.length<1)return B.errors=[s],!1;{var h=!0;let K=x.length;for(let W=0;W<K;W++){let T=x[W],re=e;if(e===re)if(typeof T=="\
string"){if(X(T)>100)return B.errors=[s],!1;if(X(T)<1)return B.errors=[s],!1}else return B.errors=[s],!1;var h=re===e;if(!h)break}}}else return B.errors=[s],!1;
var u=se===e}else var u=!0;if(u){if(v.bodyMembers!==void 0&&o.call(v,"bodyMembers")){let x=v.bodyMembers,se=e;if(e===se)if(Array.isArray(x)){if(x.length>8)return B.
errors=[s],!1;if(x.length<1)return B.errors=[s],!1;{var a=!0;let K=x.length;for(let W=0;W<K;W++){let T=x[W],re=e;if(e===re)if(typeof T=="string"){if(X(T)>100)return B.
errors=[s],!1;if(X(T)<1)return B.errors=[s],!1}else return B.errors=[s],!1;var a=re===e;if(!a)break}}}else return B.errors=[s],!1;var u=se===e}else var u=!0;if(u){
if(v.description!==void 0&&o.call(v,"description")){let x=v.description,se=e;if(e===se)if(typeof x=="string"){if(X(x)>1024)return B.errors=[s],!1;if(X(x)<1)return B.
errors=[s],!1;if(!Re.test(x))return B.errors=[s],!1}else return B.errors=[s],!1;var u=se===e}else var u=!0;if(u)if(v.optional!==void 0&&o.call(v,"optional")){let x=e;
if(typeof v.optional!="boolean")return B.errors=[s],!1;var u=x===e}else var u=!0}}}}}}}}else return B.errors=[s],!1;var d=f===e;if(!d)break}}}else return B.errors=
[s],!1;var O=n===e}else var O=!0;if(O)if(r.signing!==void 0&&o.call(r,"signing")){let i=r.signing,n=e;if(e===n)if(Array.isArray(i)){if(i.length>16)return B.errors=
[s],!1;{var k=!0;let m=i.length;for(let b=0;b<m;b++){let v=i[b],f=e;if(e===e)if(v&&typeof v=="object"&&!Array.isArray(v)){let ee;if((v.name===void 0||!o.call(v,
"name"))&&(ee="name")||(v.algorithms===void 0||!o.call(v,"algorithms"))&&(ee="algorithms"))return B.errors=[s],!1;{let L=e;for(let x of Object.keys(v))if(!(x===
"name"||x==="algorithms"||x==="description"||x==="optional")){return B.errors=[s],!1;break}if(L===e){if(v.name!==void 0&&o.call(v,"name")){let x=v.name,se=e;if(e===
se)if(typeof x=="string"){if(!Te.test(x))return B.errors=[s],!1}else return B.errors=[s],!1;var y=se===e}else var y=!0;if(y){if(v.algorithms!==void 0&&o.call(v,
"algorithms")){let x=v.algorithms,se=e;if(e===se)if(Array.isArray(x)){if(x.length>3)return B.errors=[s],!1;if(x.length<1)return B.errors=[s],!1;{var C=!0;let K=x.
length;for(let W=0;W<K;W++){let T=x[W],re=e;if(!(T==="HS256"||T==="HS384"||T==="HS512"||T==="RS256"||T==="ES256"))return B.errors=[s],!1;var C=re===e;if(!C)break}
if(C){let W=x.length,T;if(W>1){e:for(;W--;)for(T=W;T--;)if(gr(x[W],x[T])){return B.errors=[s],!1;break e}}}}}else return B.errors=[s],!1;var y=se===e}else var y=!0;
if(y){if(v.description!==void 0&&o.call(v,"description")){let x=v.description,se=e;if(e===se)if(typeof x=="string"){if(X(x)>1024)return B.errors=[s],!1;if(X(x)<
1)return B.errors=[s],!1;if(!Re.test(x))return B.errors=[s],!1}else return B.errors=[s],!1;var y=se===e}else var y=!0;if(y)if(v.optional!==void 0&&o.call(v,"opt\
ional")){let x=e;if(typeof v.optional!="boolean")return B.errors=[s],!1;var y=x===e}else var y=!0}}}}}else return B.errors=[s],!1;var k=f===e;if(!k)break}}}else
return B.errors=[s],!1;var O=n===e}else var O=!0}}}}else return B.errors=[s],!1;return B.errors=t,e===0}B.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function P(r,{
instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=P.evaluated;if(S.dynamicProps&&(S.props=void 0),S.dynamicItems&&
(S.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let Z;if((r.name===void 0||!o.call(r,"name"))&&(Z="name")||(r.tools===void 0||!o.call(r,"too\
ls"))&&(Z="tools"))return P.errors=[s],!1;{let h=e;for(let a of Object.keys(r))if(!o.call(tr.properties,a)){return P.errors=[s],!1;break}if(h===e){if(r.$schema!==
void 0&&o.call(r,"$schema")){let a=r.$schema,k=e;if(e===k)if(typeof a=="string"){if(X(a)>2048)return P.errors=[s],!1}else return P.errors=[s],!1;var l=k===e}else
var l=!0;if(l){if(r.name!==void 0&&o.call(r,"name")){let a=r.name,k=e;if(e===k)if(typeof a=="string"){if(!sr.test(a))return P.errors=[s],!1}else return P.errors=
[s],!1;var l=k===e}else var l=!0;if(l){if(r.version!==void 0&&o.call(r,"version")){let a=r.version,k=e;if(e===k)if(typeof a=="string"){if(X(a)>128)return P.errors=
[s],!1;if(!ir.test(a))return P.errors=[s],!1}else return P.errors=[s],!1;var l=k===e}else var l=!0;if(l){if(r.description!==void 0&&o.call(r,"description")){let a=r.
description,k=e;if(e===k)if(typeof a=="string"){if(X(a)>8192)return P.errors=[s],!1;if(X(a)<1)return P.errors=[s],!1;if(!Ve.test(a))return P.errors=[s],!1}else return P.
errors=[s],!1;var l=k===e}else var l=!0;if(l){if(r.author!==void 0&&o.call(r,"author")){let a=r.author,k=e;if(e===k)if(typeof a=="string"){if(X(a)>256)return P.
errors=[s],!1;if(X(a)<1)return P.errors=[s],!1;if(!Re.test(a))return P.errors=[s],!1}else return P.errors=[s],!1;var l=k===e}else var l=!0;if(l){if(r.license!==
void 0&&o.call(r,"license")){let a=r.license,k=e;if(e===k)if(typeof a=="string"){if(X(a)>128)return P.errors=[s],!1;if(X(a)<1)return P.errors=[s],!1;if(!Re.test(
a))return P.errors=[s],!1}else return P.errors=[s],!1;var l=k===e}else var l=!0;if(l){if(r.homepage!==void 0&&o.call(r,"homepage")){let a=r.homepage,k=e;if(e===
k)if(typeof a=="string"){if(X(a)>2048)return P.errors=[s],!1;if(!Ye.test(a))return P.errors=[s],!1}else return P.errors=[s],!1;var l=k===e}else var l=!0;if(l){if(r.
entry!==void 0&&o.call(r,"entry")){let a=r.entry,k=e;if(e===k)if(typeof a=="string"){if(X(a)>256)return P.errors=[s],!1;if(!nr.test(a))return P.errors=[s],!1}else
return P.errors=[s],!1;var l=k===e}else var l=!0;if(l){if(r.files!==void 0&&o.call(r,"files")){let a=r.files,k=e;if(e===k)if(Array.isArray(a)){if(a.length>32)return P.
errors=[s],!1;{var _=!0;let C=a.length;for(let c=0;c<C;c++){let i=a[c],n=e;if(e===n)if(typeof i=="string"){if(X(i)>256)return P.errors=[s],!1;if(!ar.test(i))return P.
errors=[s],!1}else return P.errors=[s],!1;var _=n===e;if(!_)break}}}else return P.errors=[s],!1;var l=k===e}else var l=!0;if(l){if(r.environment!==void 0&&o.call(
r,"environment")){let a=r.environment,k=e;if(e===k)if(a&&typeof a=="object"&&!Array.isArray(a)){if(Object.keys(a).length>64)return P.errors=[s],!1;for(let C of Object.
keys(a)){let c=e;if(typeof C=="string"&&!lr.test(C)){let i=s;t===null?t=[i]:t.push(i),e++}var $=c===e;if(!$){let i=s;return t===null?t=[i]:t.push(i),e++,P.errors=
t,!1;break}}if($)for(let C of Object.keys(a)){let c=a[C],i=e;if(e===i)if(typeof c=="string"){if(X(c)>4096)return P.errors=[s],!1}else return P.errors=[s],!1;var O=i===
e;if(!O)break}}else return P.errors=[s],!1;var l=k===e}else var l=!0;if(l){if(r.tools!==void 0&&o.call(r,"tools")){let a=r.tools,k=e;if(e===k)if(Array.isArray(a)){
if(a.length>128)return P.errors=[s],!1;if(a.length<1)return P.errors=[s],!1;{var A=!0;let C=a.length;for(let c=0;c<C;c++){let i=e;z(a[c],{instancePath:N+"/tools\
/"+c,parentData:a,parentDataProperty:c,rootData:q,dynamicAnchors:j})||(t=t===null?z.errors:t.concat(z.errors),e=t.length);var A=i===e;if(!A)break}}}else return P.
errors=[s],!1;var l=k===e}else var l=!0;if(l){if(r.limits!==void 0&&o.call(r,"limits")){let a=r.limits,k=e;if(e===e)if(a&&typeof a=="object"&&!Array.isArray(a)){
let c=e;for(let i of Object.keys(a))if(!o.call(Xe.properties,i)){return P.errors=[s],!1;break}if(c===e){if(a.cpuMs!==void 0&&o.call(a,"cpuMs")){let i=a.cpuMs,n=e;
if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return P.errors=[s],!1;
var d=n===e}else var d=!0;if(d){if(a.wallMs!==void 0&&o.call(a,"wallMs")){let i=a.wallMs,n=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=
[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return P.errors=[s],!1;var d=n===e}else var d=!0;if(d){if(a.memoryMb!==void 0&&o.call(a,"memor\
yMb")){let i=a.memoryMb,n=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(
i)))return P.errors=[s],!1;var d=n===e}else var d=!0;if(d){if(a.argumentsBytes!==void 0&&o.call(a,"argumentsBytes")){let i=a.argumentsBytes,n=e;if(!(typeof i=="\
number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return P.errors=[s],!1;var d=n===e}else
var d=!0;if(d){if(a.resultBytes!==void 0&&o.call(a,"resultBytes")){let i=a.resultBytes,n=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=
[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return P.errors=[s],!1;var d=n===e}else var d=!0;if(d){if(a.resultDepth!==void 0&&o.call(a,"re\
sultDepth")){let i=a.resultDepth,n=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&
(i<1||isNaN(i)))return P.errors=[s],!1;var d=n===e}else var d=!0;if(d){if(a.logBytes!==void 0&&o.call(a,"logBytes")){let i=a.logBytes,n=e;if(!(typeof i=="number"&&
!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return P.errors=[s],!1;var d=n===e}else var d=!0;
if(d){if(a.logLines!==void 0&&o.call(a,"logLines")){let i=a.logLines,n=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===
n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return P.errors=[s],!1;var d=n===e}else var d=!0;if(d){if(a.hostCalls!==void 0&&o.call(a,"hostCalls")){let i=a.
hostCalls,n=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return P.
errors=[s],!1;var d=n===e}else var d=!0;if(d){if(a.fetchCalls!==void 0&&o.call(a,"fetchCalls")){let i=a.fetchCalls,n=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&
isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return P.errors=[s],!1;var d=n===e}else var d=!0;if(d){if(a.fetchConcurrency!==
void 0&&o.call(a,"fetchConcurrency")){let i=a.fetchConcurrency,n=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i==
"number"&&isFinite(i)&&(i<1||isNaN(i)))return P.errors=[s],!1;var d=n===e}else var d=!0;if(d){if(a.fetchRequestBytes!==void 0&&o.call(a,"fetchRequestBytes")){let i=a.
fetchRequestBytes,n=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))
return P.errors=[s],!1;var d=n===e}else var d=!0;if(d){if(a.fetchResponseBytes!==void 0&&o.call(a,"fetchResponseBytes")){let i=a.fetchResponseBytes,n=e;if(!(typeof i==
"number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return P.errors=[s],!1;var d=n===e}else
var d=!0;if(d){if(a.fetchMs!==void 0&&o.call(a,"fetchMs")){let i=a.fetchMs,n=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===
n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return P.errors=[s],!1;var d=n===e}else var d=!0;if(d){if(a.storeBytes!==void 0&&o.call(a,"storeBytes")){let i=a.
storeBytes,n=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return P.
errors=[s],!1;var d=n===e}else var d=!0;if(d){if(a.storeKeys!==void 0&&o.call(a,"storeKeys")){let i=a.storeKeys,n=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&
isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return P.errors=[s],!1;var d=n===e}else var d=!0;if(d){if(a.storeValueBytes!==
void 0&&o.call(a,"storeValueBytes")){let i=a.storeValueBytes,n=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i==
"number"&&isFinite(i)&&(i<1||isNaN(i)))return P.errors=[s],!1;var d=n===e}else var d=!0;if(d)if(a.signCalls!==void 0&&o.call(a,"signCalls")){let i=a.signCalls,n=e;
if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return P.errors=[s],!1;if(e===n&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return P.errors=[s],!1;
var d=n===e}else var d=!0}}}}}}}}}}}}}}}}}}else return P.errors=[s],!1;var l=k===e}else var l=!0;if(l){if(r.freshState!==void 0&&o.call(r,"freshState")){let a=e;
if(r.freshState!=="isolate")return P.errors=[s],!1;var l=a===e}else var l=!0;if(l){if(r.importedFrom!==void 0&&o.call(r,"importedFrom")){let a=r.importedFrom,k=e;
if(e===e)if(a&&typeof a=="object"&&!Array.isArray(a)){let c;if((a.kind===void 0||!o.call(a,"kind"))&&(c="kind")||(a.source===void 0||!o.call(a,"source"))&&(c="s\
ource"))return P.errors=[s],!1;{let i=e;for(let n of Object.keys(a))if(!(n==="kind"||n==="source"||n==="version"||n==="integrity")){return P.errors=[s],!1;break}
if(i===e){if(a.kind!==void 0&&o.call(a,"kind")){let n=a.kind,D=e;if(e===D)if(typeof n=="string"){if(!fr.test(n))return P.errors=[s],!1}else return P.errors=[s],
!1;var u=D===e}else var u=!0;if(u){if(a.source!==void 0&&o.call(a,"source")){let n=a.source,D=e;if(e===D)if(typeof n=="string"){if(X(n)>2048)return P.errors=[s],
!1;if(X(n)<1)return P.errors=[s],!1;if(!Re.test(n))return P.errors=[s],!1}else return P.errors=[s],!1;var u=D===e}else var u=!0;if(u){if(a.version!==void 0&&o.call(
a,"version")){let n=a.version,D=e;if(e===D)if(typeof n=="string"){if(X(n)>128)return P.errors=[s],!1;if(X(n)<1)return P.errors=[s],!1;if(!or.test(n))return P.errors=
[s],!1}else return P.errors=[s],!1;var u=D===e}else var u=!0;if(u)if(a.integrity!==void 0&&o.call(a,"integrity")){let n=a.integrity,D=e;if(e===D)if(typeof n=="s\
tring"){if(!ur.test(n))return P.errors=[s],!1}else return P.errors=[s],!1;var u=D===e}else var u=!0}}}}}else return P.errors=[s],!1;var l=k===e}else var l=!0;if(l)
if(r.capabilities!==void 0&&o.call(r,"capabilities")){let a=e;B(r.capabilities,{instancePath:N+"/capabilities",parentData:r,parentDataProperty:"capabilities",rootData:q,
dynamicAnchors:j})||(t=t===null?B.errors:t.concat(B.errors),e=t.length);var l=a===e}else var l=!0}}}}}}}}}}}}}}}}else return P.errors=[s],!1;return P.errors=t,e===
0}P.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var g={},_r=Le;var w=Object.prototype.hasOwnProperty,$r=new RegExp("^[a-z0-9][a-z0-9-]{0,63}$","u"),jr={type:"object",properties:{version:{$ref:"#/$defs/version"},digest:{$ref:"\
#/$defs/digest"},key:{type:"string",maxLength:128},tools:{type:"object",additionalProperties:{$ref:"#/$defs/tool"}},dropped:{type:"object",additionalProperties:{
$ref:"#/$defs/tool"}},limits:{$ref:"#/$defs/limits"},toolLimits:{type:"object",additionalProperties:{$ref:"#/$defs/limits"}},freshState:{const:"isolate"},importedFrom:{
$ref:"#/$defs/importedFrom"},capabilities:{$ref:"#/$defs/capabilities"},accepted:{type:"array",items:{$ref:"#/$defs/digest"},maxItems:64},versions:{type:"array",
items:{$ref:"#/$defs/served"},maxItems:1e3},pinned:{$ref:"#/$defs/version"}},required:["version","digest","tools","limits","toolLimits","capabilities","accepted"],
additionalProperties:!1};var he=we().default,We=new RegExp("^sha256-[0-9a-f]{64}$","u");function G(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=G.evaluated;if(S.dynamicProps&&(S.props=
void 0),S.dynamicItems&&(S.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let C=e;for(let c of Object.keys(r))if(!(c==="fetch"||c==="store"||c===
"secrets"||c==="signing")){return G.errors=[g],!1;break}if(C===e){if(r.fetch!==void 0&&w.call(r,"fetch")){let c=r.fetch,i=e;if(e===i)if(Array.isArray(c)){if(c.length>
128)return G.errors=[g],!1;{var l=!0;let n=c.length;for(let D=0;D<n;D++){let m=c[D],b=e;if(e===e)if(m&&typeof m=="object"&&!Array.isArray(m)){let R;if((m.origin===
void 0||!w.call(m,"origin"))&&(R="origin")||(m.methods===void 0||!w.call(m,"methods"))&&(R="methods")||(m.path===void 0||!w.call(m,"path"))&&(R="path"))return G.
errors=[g],!1;{let I=e;for(let ee of Object.keys(m))if(!(ee==="origin"||ee==="methods"||ee==="path")){return G.errors=[g],!1;break}if(I===e){if(m.origin!==void 0&&
w.call(m,"origin")){let ee=m.origin,L=e;if(e===L)if(typeof ee=="string"){if(he(ee)>300)return G.errors=[g],!1}else return G.errors=[g],!1;var _=L===e}else var _=!0;
if(_){if(m.methods!==void 0&&w.call(m,"methods")){let ee=m.methods,L=e;if(e===L)if(Array.isArray(ee)){if(ee.length>16)return G.errors=[g],!1;{var $=!0;let se=ee.
length;for(let p=0;p<se;p++){let K=ee[p],W=e;if(e===W)if(typeof K=="string"){if(he(K)>20)return G.errors=[g],!1}else return G.errors=[g],!1;var $=W===e;if(!$)break}}}else
return G.errors=[g],!1;var _=L===e}else var _=!0;if(_)if(m.path!==void 0&&w.call(m,"path")){let ee=m.path,L=e;if(e===L)if(typeof ee=="string"){if(he(ee)>1024)return G.
errors=[g],!1}else return G.errors=[g],!1;var _=L===e}else var _=!0}}}}else return G.errors=[g],!1;var l=b===e;if(!l)break}}}else return G.errors=[g],!1;var O=i===
e}else var O=!0;if(O){if(r.store!==void 0&&w.call(r,"store")){let c=r.store,i=e;if(e===i)if(c&&typeof c=="object"&&!Array.isArray(c)){let D;if((c.scope===void 0||
!w.call(c,"scope"))&&(D="scope"))return G.errors=[g],!1;{let m=e;for(let b of Object.keys(c))if(b!=="scope"){return G.errors=[g],!1;break}if(m===e&&c.scope!==void 0&&
w.call(c,"scope")){let b=c.scope;if(!(b==="plugin"||b==="caller"))return G.errors=[g],!1}}}else return G.errors=[g],!1;var O=i===e}else var O=!0;if(O){if(r.secrets!==
void 0&&w.call(r,"secrets")){let c=r.secrets,i=e;if(e===i)if(Array.isArray(c)){if(c.length>32)return G.errors=[g],!1;{var A=!0;let D=c.length;for(let m=0;m<D;m++){
let b=c[m],v=e;if(e===e)if(b&&typeof b=="object"&&!Array.isArray(b)){let I;if((b.name===void 0||!w.call(b,"name"))&&(I="name")||(b.origin===void 0||!w.call(b,"o\
rigin"))&&(I="origin"))return G.errors=[g],!1;{let ee=e;for(let L of Object.keys(b))if(!(L==="name"||L==="origin"||L==="headers"||L==="parameters"||L==="bodyMem\
bers")){return G.errors=[g],!1;break}if(ee===e){if(b.name!==void 0&&w.call(b,"name")){let L=b.name,x=e;if(e===x)if(typeof L=="string"){if(he(L)>64)return G.errors=
[g],!1}else return G.errors=[g],!1;var d=x===e}else var d=!0;if(d){if(b.origin!==void 0&&w.call(b,"origin")){let L=b.origin,x=e;if(e===x)if(typeof L=="string"){
if(he(L)>300)return G.errors=[g],!1}else return G.errors=[g],!1;var d=x===e}else var d=!0;if(d){if(b.headers!==void 0&&w.call(b,"headers")){let L=b.headers,x=e;
if(e===x)if(Array.isArray(L)){if(L.length>8)return G.errors=[g],!1;{var u=!0;let p=L.length;for(let K=0;K<p;K++){let W=L[K],T=e;if(e===T)if(typeof W=="string"){
if(he(W)>100)return G.errors=[g],!1}else return G.errors=[g],!1;var u=T===e;if(!u)break}}}else return G.errors=[g],!1;var d=x===e}else var d=!0;if(d){if(b.parameters!==
void 0&&w.call(b,"parameters")){let L=b.parameters,x=e;if(e===x)if(Array.isArray(L)){if(L.length>8)return G.errors=[g],!1;{var Z=!0;let p=L.length;for(let K=0;K<
p;K++){let W=L[K],T=e;if(e===T)if(typeof W=="string"){if(he(W)>100)return G.errors=[g],!1}else return G.errors=[g],!1;var Z=T===e;if(!Z)break}}}else return G.errors=
[g],!1;var d=x===e}else var d=!0;if(d)if(b.bodyMembers!==void 0&&w.call(b,"bodyMembers")){let L=b.bodyMembers,x=e;if(e===x)if(Array.isArray(L)){if(L.length>8)return G.
errors=[g],!1;{var h=!0;let p=L.length;for(let K=0;K<p;K++){let W=L[K],T=e;if(e===T)if(typeof W=="string"){if(he(W)>100)return G.errors=[g],!1}else return G.errors=
[g],!1;var h=T===e;if(!h)break}}}else return G.errors=[g],!1;var d=x===e}else var d=!0}}}}}}else return G.errors=[g],!1;var A=v===e;if(!A)break}}}else return G.
errors=[g],!1;var O=i===e}else var O=!0;if(O)if(r.signing!==void 0&&w.call(r,"signing")){let c=r.signing,i=e;if(e===i)if(Array.isArray(c)){if(c.length>16)return G.
errors=[g],!1;{var a=!0;let D=c.length;for(let m=0;m<D;m++){let b=c[m],v=e;if(e===e)if(b&&typeof b=="object"&&!Array.isArray(b)){let I;if((b.name===void 0||!w.call(
b,"name"))&&(I="name")||(b.algorithms===void 0||!w.call(b,"algorithms"))&&(I="algorithms"))return G.errors=[g],!1;{let ee=e;for(let L of Object.keys(b))if(!(L===
"name"||L==="algorithms")){return G.errors=[g],!1;break}if(ee===e){if(b.name!==void 0&&w.call(b,"name")){let L=b.name,x=e;if(e===x)if(typeof L=="string"){if(he(
L)>64)return G.errors=[g],!1}else return G.errors=[g],!1;var k=x===e}else var k=!0;if(k)if(b.algorithms!==void 0&&w.call(b,"algorithms")){let L=b.algorithms,x=e;
if(e===x)if(Array.isArray(L)){if(L.length>3)return G.errors=[g],!1;{var y=!0;let p=L.length;for(let K=0;K<p;K++){let W=L[K],T=e;if(!(W==="HS256"||W==="HS384"||W===
"HS512"||W==="RS256"||W==="ES256"))return G.errors=[g],!1;var y=T===e;if(!y)break}}}else return G.errors=[g],!1;var k=x===e}else var k=!0}}}else return G.errors=
[g],!1;var a=v===e;if(!a)break}}}else return G.errors=[g],!1;var O=i===e}else var O=!0}}}}else return G.errors=[g],!1;return G.errors=t,e===0}G.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function xe(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=xe.evaluated;if(S.dynamicProps&&(S.props=
void 0),S.dynamicItems&&(S.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let _;if((r.version===void 0||!w.call(r,"version"))&&(_="version")||
(r.digest===void 0||!w.call(r,"digest"))&&(_="digest"))return xe.errors=[g],!1;{let $=e;for(let O of Object.keys(r))if(!(O==="version"||O==="digest")){return xe.
errors=[g],!1;break}if($===e){if(r.version!==void 0&&w.call(r,"version")){let O=r.version,A=e;if(e===e)if(typeof O=="string"){if(he(O)>128)return xe.errors=[g],
!1}else return xe.errors=[g],!1;var l=A===e}else var l=!0;if(l)if(r.digest!==void 0&&w.call(r,"digest")){let O=r.digest,A=e;if(e===e)if(typeof O=="string"){if(!We.
test(O))return xe.errors=[g],!1}else return xe.errors=[g],!1;var l=A===e}else var l=!0}}}else return xe.errors=[g],!1;return xe.errors=t,e===0}xe.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function V(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=V.evaluated;
if(S.dynamicProps&&(S.props=void 0),S.dynamicItems&&(S.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let y;if((r.version===void 0||!w.call(r,
"version"))&&(y="version")||(r.digest===void 0||!w.call(r,"digest"))&&(y="digest")||(r.tools===void 0||!w.call(r,"tools"))&&(y="tools")||(r.limits===void 0||!w.
call(r,"limits"))&&(y="limits")||(r.toolLimits===void 0||!w.call(r,"toolLimits"))&&(y="toolLimits")||(r.capabilities===void 0||!w.call(r,"capabilities"))&&(y="c\
apabilities")||(r.accepted===void 0||!w.call(r,"accepted"))&&(y="accepted"))return V.errors=[g],!1;{let C=e;for(let c of Object.keys(r))if(!w.call(jr.properties,
c)){return V.errors=[g],!1;break}if(C===e){if(r.version!==void 0&&w.call(r,"version")){let c=r.version,i=e;if(e===e)if(typeof c=="string"){if(he(c)>128)return V.
errors=[g],!1}else return V.errors=[g],!1;var l=i===e}else var l=!0;if(l){if(r.digest!==void 0&&w.call(r,"digest")){let c=r.digest,i=e;if(e===e)if(typeof c=="st\
ring"){if(!We.test(c))return V.errors=[g],!1}else return V.errors=[g],!1;var l=i===e}else var l=!0;if(l){if(r.key!==void 0&&w.call(r,"key")){let c=r.key,i=e;if(e===
i)if(typeof c=="string"){if(he(c)>128)return V.errors=[g],!1}else return V.errors=[g],!1;var l=i===e}else var l=!0;if(l){if(r.tools!==void 0&&w.call(r,"tools")){
let c=r.tools,i=e;if(e===i)if(c&&typeof c=="object"&&!Array.isArray(c))for(let D of Object.keys(c)){let m=c[D],b=e;if(e===e)if(m&&typeof m=="object"&&!Array.isArray(
m)){let f;if((m.description===void 0||!w.call(m,"description"))&&(f="description")||(m.inputSchema===void 0||!w.call(m,"inputSchema"))&&(f="inputSchema"))return V.
errors=[g],!1;{let R=e;for(let I of Object.keys(m))if(!(I==="title"||I==="description"||I==="inputSchema"||I==="outputSchema"||I==="contentBlocks"||I==="annotat\
ions")){return V.errors=[g],!1;break}if(R===e){if(m.title!==void 0&&w.call(m,"title")){let I=e;if(typeof m.title!="string")return V.errors=[g],!1;var _=I===e}else
var _=!0;if(_){if(m.description!==void 0&&w.call(m,"description")){let I=e;if(typeof m.description!="string")return V.errors=[g],!1;var _=I===e}else var _=!0;if(_){
if(m.inputSchema!==void 0&&w.call(m,"inputSchema")){let I=m.inputSchema,ee=e;if(!(I&&typeof I=="object"&&!Array.isArray(I)))return V.errors=[g],!1;var _=ee===e}else
var _=!0;if(_){if(m.outputSchema!==void 0&&w.call(m,"outputSchema")){let I=m.outputSchema,ee=e;if(!(I&&typeof I=="object"&&!Array.isArray(I)))return V.errors=[g],
!1;var _=ee===e}else var _=!0;if(_){if(m.contentBlocks!==void 0&&w.call(m,"contentBlocks")){let I=e;if(m.contentBlocks!==!0)return V.errors=[g],!1;var _=I===e}else
var _=!0;if(_)if(m.annotations!==void 0&&w.call(m,"annotations")){let I=m.annotations,ee=e;if(!(I&&typeof I=="object"&&!Array.isArray(I)))return V.errors=[g],!1;
var _=ee===e}else var _=!0}}}}}}}else return V.errors=[g],!1;var $=b===e;if(!$)break}else return V.errors=[g],!1;var l=i===e}else var l=!0;if(l){if(r.dropped!==
void 0&&w.call(r,"dropped")){let c=r.dropped,i=e;if(e===i)if(c&&typeof c=="object"&&!Array.isArray(c))for(let D of Object.keys(c)){let m=c[D],b=e;if(e===e)if(m&&
typeof m=="object"&&!Array.isArray(m)){let f;if((m.description===void 0||!w.call(m,"description"))&&(f="description")||(m.inputSchema===void 0||!w.call(m,"input\
Schema"))&&(f="inputSchema"))return V.errors=[g],!1;{let R=e;for(let I of Object.keys(m))if(!(I==="title"||I==="description"||I==="inputSchema"||I==="outputSche\
ma"||I==="contentBlocks"||I==="annotations")){return V.errors=[g],!1;break}if(R===e){if(m.title!==void 0&&w.call(m,"title")){let I=e;if(typeof m.title!="string")
return V.errors=[g],!1;var O=I===e}else var O=!0;if(O){if(m.description!==void 0&&w.call(m,"description")){let I=e;if(typeof m.description!="string")return V.errors=
[g],!1;var O=I===e}else var O=!0;if(O){if(m.inputSchema!==void 0&&w.call(m,"inputSchema")){let I=m.inputSchema,ee=e;if(!(I&&typeof I=="object"&&!Array.isArray(I)))
return V.errors=[g],!1;var O=ee===e}else var O=!0;if(O){if(m.outputSchema!==void 0&&w.call(m,"outputSchema")){let I=m.outputSchema,ee=e;if(!(I&&typeof I=="objec\
t"&&!Array.isArray(I)))return V.errors=[g],!1;var O=ee===e}else var O=!0;if(O){if(m.contentBlocks!==void 0&&w.call(m,"contentBlocks")){let I=e;if(m.contentBlocks!==
!0)return V.errors=[g],!1;var O=I===e}else var O=!0;if(O)if(m.annotations!==void 0&&w.call(m,"annotations")){let I=m.annotations,ee=e;if(!(I&&typeof I=="object"&&
!Array.isArray(I)))return V.errors=[g],!1;var O=ee===e}else var O=!0}}}}}}}else return V.errors=[g],!1;var A=b===e;if(!A)break}else return V.errors=[g],!1;var l=i===
e}else var l=!0;if(l){if(r.limits!==void 0&&w.call(r,"limits")){let c=r.limits,i=e;if(e===e)if(c&&typeof c=="object"&&!Array.isArray(c))for(let m of Object.keys(
c)){let b=c[m],v=e;if(!(typeof b=="number"&&!(b%1)&&!isNaN(b)&&isFinite(b)))return V.errors=[g],!1;if(e===v&&typeof b=="number"&&isFinite(b)&&(b<1||isNaN(b)))return V.
errors=[g],!1;var d=v===e;if(!d)break}else return V.errors=[g],!1;var l=i===e}else var l=!0;if(l){if(r.toolLimits!==void 0&&w.call(r,"toolLimits")){let c=r.toolLimits,
i=e;if(e===i)if(c&&typeof c=="object"&&!Array.isArray(c))for(let D of Object.keys(c)){let m=c[D],b=e;if(e===e)if(m&&typeof m=="object"&&!Array.isArray(m))for(let f of Object.
keys(m)){let R=m[f],I=e;if(!(typeof R=="number"&&!(R%1)&&!isNaN(R)&&isFinite(R)))return V.errors=[g],!1;if(e===I&&typeof R=="number"&&isFinite(R)&&(R<1||isNaN(R)))
return V.errors=[g],!1;var u=I===e;if(!u)break}else return V.errors=[g],!1;var Z=b===e;if(!Z)break}else return V.errors=[g],!1;var l=i===e}else var l=!0;if(l){if(r.
freshState!==void 0&&w.call(r,"freshState")){let c=e;if(r.freshState!=="isolate")return V.errors=[g],!1;var l=c===e}else var l=!0;if(l){if(r.importedFrom!==void 0&&
w.call(r,"importedFrom")){let c=r.importedFrom,i=e;if(e===e)if(c&&typeof c=="object"&&!Array.isArray(c)){let m;if((c.kind===void 0||!w.call(c,"kind"))&&(m="kind")||
(c.source===void 0||!w.call(c,"source"))&&(m="source"))return V.errors=[g],!1;{let b=e;for(let v of Object.keys(c))if(!(v==="kind"||v==="source"||v==="version"||
v==="integrity")){return V.errors=[g],!1;break}if(b===e){if(c.kind!==void 0&&w.call(c,"kind")){let v=c.kind,f=e;if(e===f)if(typeof v=="string"){if(he(v)>32)return V.
errors=[g],!1}else return V.errors=[g],!1;var h=f===e}else var h=!0;if(h){if(c.source!==void 0&&w.call(c,"source")){let v=c.source,f=e;if(e===f)if(typeof v=="st\
ring"){if(he(v)>2048)return V.errors=[g],!1}else return V.errors=[g],!1;var h=f===e}else var h=!0;if(h){if(c.version!==void 0&&w.call(c,"version")){let v=c.version,
f=e;if(e===f)if(typeof v=="string"){if(he(v)>128)return V.errors=[g],!1}else return V.errors=[g],!1;var h=f===e}else var h=!0;if(h)if(c.integrity!==void 0&&w.call(
c,"integrity")){let v=c.integrity,f=e;if(e===f)if(typeof v=="string"){if(he(v)>256)return V.errors=[g],!1}else return V.errors=[g],!1;var h=f===e}else var h=!0}}}}}else
return V.errors=[g],!1;var l=i===e}else var l=!0;if(l){if(r.capabilities!==void 0&&w.call(r,"capabilities")){let c=e;G(r.capabilities,{instancePath:N+"/capabili\
ties",parentData:r,parentDataProperty:"capabilities",rootData:q,dynamicAnchors:j})||(t=t===null?G.errors:t.concat(G.errors),e=t.length);var l=c===e}else var l=!0;
if(l){if(r.accepted!==void 0&&w.call(r,"accepted")){let c=r.accepted,i=e;if(e===i)if(Array.isArray(c)){if(c.length>64)return V.errors=[g],!1;{var a=!0;let D=c.length;
for(let m=0;m<D;m++){let b=c[m],v=e;if(e===e)if(typeof b=="string"){if(!We.test(b))return V.errors=[g],!1}else return V.errors=[g],!1;var a=v===e;if(!a)break}}}else
return V.errors=[g],!1;var l=i===e}else var l=!0;if(l){if(r.versions!==void 0&&w.call(r,"versions")){let c=r.versions,i=e;if(e===i)if(Array.isArray(c)){if(c.length>
1e3)return V.errors=[g],!1;{var k=!0;let D=c.length;for(let m=0;m<D;m++){let b=e;xe(c[m],{instancePath:N+"/versions/"+m,parentData:c,parentDataProperty:m,rootData:q,
dynamicAnchors:j})||(t=t===null?xe.errors:t.concat(xe.errors),e=t.length);var k=b===e;if(!k)break}}}else return V.errors=[g],!1;var l=i===e}else var l=!0;if(l)if(r.
pinned!==void 0&&w.call(r,"pinned")){let c=r.pinned,i=e;if(e===e)if(typeof c=="string"){if(he(c)>128)return V.errors=[g],!1}else return V.errors=[g],!1;var l=i===
e}else var l=!0}}}}}}}}}}}}}}else return V.errors=[g],!1;return V.errors=t,e===0}V.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function Le(r,{instancePath:N="",
parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=Le.evaluated;if(S.dynamicProps&&(S.props=void 0),S.dynamicItems&&(S.items=
void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let O;if((r.lockVersion===void 0||!w.call(r,"lockVersion"))&&(O="lockVersion")||(r.plugins===void 0||
!w.call(r,"plugins"))&&(O="plugins"))return Le.errors=[g],!1;{let A=e;for(let d of Object.keys(r))if(!(d==="lockVersion"||d==="plugins")){return Le.errors=[g],!1;
break}if(A===e){if(r.lockVersion!==void 0&&w.call(r,"lockVersion")){let d=r.lockVersion,u=e;if(!(d===1||d===2))return Le.errors=[g],!1;var l=u===e}else var l=!0;
if(l)if(r.plugins!==void 0&&w.call(r,"plugins")){let d=r.plugins,u=e;if(e===u)if(d&&typeof d=="object"&&!Array.isArray(d)){for(let h of Object.keys(d)){let a=e;
if(typeof h=="string"&&!$r.test(h)){let k=g;t===null?t=[k]:t.push(k),e++}var _=a===e;if(!_){let k=g;return t===null?t=[k]:t.push(k),e++,Le.errors=t,!1;break}}if(_)
for(let h of Object.keys(d)){let a=e;V(d[h],{instancePath:N+"/plugins/"+h.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:d,parentDataProperty:h,rootData:q,dynamicAnchors:j})||
(t=t===null?V.errors:t.concat(V.errors),e=t.length);var $=a===e;if(!$)break}}else return Le.errors=[g],!1;var l=u===e}else var l=!0}}}else return Le.errors=[g],
!1;return Le.errors=t,e===0}Le.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var E={},Ar=de;var xr=new RegExp("^[^#]*#?$","u"),Ke=new RegExp("^[A-Za-z_][-A-Za-z0-9._]*$","u");function fe(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,
dynamicAnchors:j={}}={}){let t=null,e=0,S=fe.evaluated;if(S.dynamicProps&&(S.props=void 0),S.dynamicItems&&(S.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(
r))&&typeof r!="boolean")return fe.errors=[E],!1;if(j.meta||(j.meta=fe),e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.$id!==void 0){let h=r.$id,a=e,k=e;
if(e===k&&e===k&&typeof h!="string")return fe.errors=[E],!1;if(e===a&&typeof h=="string"&&!xr.test(h))return fe.errors=[E],!1;var l=a===e}else var l=!0;if(l){if(r.
$schema!==void 0){let h=e,a=e;if(e===a&&e===a&&typeof r.$schema!="string")return fe.errors=[E],!1;var l=h===e}else var l=!0;if(l){if(r.$ref!==void 0){let h=e,a=e;
if(e===a&&e===a&&typeof r.$ref!="string")return fe.errors=[E],!1;var l=h===e}else var l=!0;if(l){if(r.$anchor!==void 0){let h=r.$anchor,a=e;if(e===e)if(typeof h==
"string"){if(!Ke.test(h))return fe.errors=[E],!1}else return fe.errors=[E],!1;var l=a===e}else var l=!0;if(l){if(r.$dynamicRef!==void 0){let h=e,a=e;if(e===a&&e===
a&&typeof r.$dynamicRef!="string")return fe.errors=[E],!1;var l=h===e}else var l=!0;if(l){if(r.$dynamicAnchor!==void 0){let h=r.$dynamicAnchor,a=e;if(e===e)if(typeof h==
"string"){if(!Ke.test(h))return fe.errors=[E],!1}else return fe.errors=[E],!1;var l=a===e}else var l=!0;if(l){if(r.$vocabulary!==void 0){let h=r.$vocabulary,a=e;
if(e===a)if(h&&typeof h=="object"&&!Array.isArray(h)){for(let y in h){let C=e,c=e;if(e===c&&e===c&&typeof y!="string"){let i=E;t===null?t=[i]:t.push(i),e++}var _=C===
e;if(!_){let i=E;return t===null?t=[i]:t.push(i),e++,fe.errors=t,!1;break}}if(_)for(let y in h){let C=e;if(typeof h[y]!="boolean")return fe.errors=[E],!1;var $=C===
e;if(!$)break}}else return fe.errors=[E],!1;var l=a===e}else var l=!0;if(l){if(r.$comment!==void 0){let h=e;if(typeof r.$comment!="string")return fe.errors=[E],
!1;var l=h===e}else var l=!0;if(l)if(r.$defs!==void 0){let h=r.$defs,a=e;if(e===a)if(h&&typeof h=="object"&&!Array.isArray(h))for(let y in h){let C=h[y],c=e,i=j.
meta;if(i)if(!i(C,{instancePath:N+"/$defs/"+y.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:h,parentDataProperty:y,rootData:q,dynamicAnchors:j}))t=t===null?
i.errors:t.concat(i.errors),e=t.length;else var O=i.evaluated.props,A=i.evaluated.items;else if(!fe(C,{instancePath:N+"/$defs/"+y.replace(/~/g,"~0").replace(/\//g,
"~1"),parentData:h,parentDataProperty:y,rootData:q,dynamicAnchors:j}))t=t===null?fe.errors:t.concat(fe.errors),e=t.length;else{var d=fe.evaluated.props;O!==!0&&
d!==void 0&&(d===!0?O=!0:(O=O||{},Object.assign(O,d)));var u=fe.evaluated.items;A!==!0&&u!==void 0&&(A=u===!0?!0:A>u?A:u)}var Z=c===e;if(!Z)break}else return fe.
errors=[E],!1;var l=a===e}else var l=!0}}}}}}}}return fe.errors=t,e===0}fe.evaluated={props:{$id:!0,$schema:!0,$ref:!0,$anchor:!0,$dynamicRef:!0,$dynamicAnchor:!0,
$vocabulary:!0,$comment:!0,$defs:!0},dynamicProps:!1,dynamicItems:!1};function me(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=me.evaluated;if(S.dynamicProps&&(S.props=
void 0),S.dynamicItems&&(S.items=void 0),e===0)if(Array.isArray(r)){if(r.length<1)return me.errors=[E],!1;{var l=!0;let d=r.length;for(let u=0;u<d;u++){let Z=r[u],
h=e,a=j.meta;if(a)if(!a(Z,{instancePath:N+"/"+u,parentData:r,parentDataProperty:u,rootData:q,dynamicAnchors:j}))t=t===null?a.errors:t.concat(a.errors),e=t.length;else
var _=a.evaluated.props,$=a.evaluated.items;else if(!me(Z,{instancePath:N+"/"+u,parentData:r,parentDataProperty:u,rootData:q,dynamicAnchors:j}))t=t===null?me.errors:
t.concat(me.errors),e=t.length;else{var O=me.evaluated.props;_!==!0&&O!==void 0&&(O===!0?_=!0:(_=_||{},Object.assign(_,O)));var A=me.evaluated.items;$!==!0&&A!==
void 0&&($=A===!0?!0:$>A?$:A)}var l=h===e;if(!l)break}}}else return me.errors=[E],!1;return me.errors=t,e===0}me.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function M(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=M.evaluated;if(S.dynamicProps&&(S.props=
void 0),S.dynamicItems&&(S.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return M.errors=[E],!1;if(j.meta||(j.meta=M),e===0&&r&&
typeof r=="object"&&!Array.isArray(r)){if(r.prefixItems!==void 0){let Q=e;me(r.prefixItems,{instancePath:N+"/prefixItems",parentData:r,parentDataProperty:"prefi\
xItems",rootData:q,dynamicAnchors:j})||(t=t===null?me.errors:t.concat(me.errors),e=t.length);var l=Q===e}else var l=!0;if(l){if(r.items!==void 0){let Q=r.items,
ce=e,U=j.meta;if(U)if(!U(Q,{instancePath:N+"/items",parentData:r,parentDataProperty:"items",rootData:q,dynamicAnchors:j}))t=t===null?U.errors:t.concat(U.errors),
e=t.length;else var _=U.evaluated.props,$=U.evaluated.items;else if(!M(Q,{instancePath:N+"/items",parentData:r,parentDataProperty:"items",rootData:q,dynamicAnchors:j}))
t=t===null?M.errors:t.concat(M.errors),e=t.length;else{var O=M.evaluated.props;_!==!0&&O!==void 0&&(O===!0?_=!0:(_=_||{},Object.assign(_,O)));var A=M.evaluated.
items;$!==!0&&A!==void 0&&($=A===!0?!0:$>A?$:A)}var l=ce===e}else var l=!0;if(l){if(r.contains!==void 0){let Q=r.contains,ce=e,U=j.meta;if(U)if(!U(Q,{instancePath:N+
"/contains",parentData:r,parentDataProperty:"contains",rootData:q,dynamicAnchors:j}))t=t===null?U.errors:t.concat(U.errors),e=t.length;else var d=U.evaluated.props,
u=U.evaluated.items;else if(!M(Q,{instancePath:N+"/contains",parentData:r,parentDataProperty:"contains",rootData:q,dynamicAnchors:j}))t=t===null?M.errors:t.concat(
M.errors),e=t.length;else{var Z=M.evaluated.props;d!==!0&&Z!==void 0&&(Z===!0?d=!0:(d=d||{},Object.assign(d,Z)));var h=M.evaluated.items;u!==!0&&h!==void 0&&(u=
h===!0?!0:u>h?u:h)}var l=ce===e}else var l=!0;if(l){if(r.additionalProperties!==void 0){let Q=r.additionalProperties,ce=e,U=j.meta;if(U)if(!U(Q,{instancePath:N+
"/additionalProperties",parentData:r,parentDataProperty:"additionalProperties",rootData:q,dynamicAnchors:j}))t=t===null?U.errors:t.concat(U.errors),e=t.length;else
var a=U.evaluated.props,k=U.evaluated.items;else if(!M(Q,{instancePath:N+"/additionalProperties",parentData:r,parentDataProperty:"additionalProperties",rootData:q,
dynamicAnchors:j}))t=t===null?M.errors:t.concat(M.errors),e=t.length;else{var y=M.evaluated.props;a!==!0&&y!==void 0&&(y===!0?a=!0:(a=a||{},Object.assign(a,y)));
var C=M.evaluated.items;k!==!0&&C!==void 0&&(k=C===!0?!0:k>C?k:C)}var l=ce===e}else var l=!0;if(l){if(r.properties!==void 0){let Q=r.properties,ce=e;if(e===ce)if(Q&&
typeof Q=="object"&&!Array.isArray(Q))for(let ve in Q){let Se=Q[ve],De=e,ye=j.meta;if(ye)if(!ye(Se,{instancePath:N+"/properties/"+ve.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:Q,parentDataProperty:ve,rootData:q,dynamicAnchors:j}))t=t===null?ye.errors:t.concat(ye.errors),e=t.length;else var c=ye.evaluated.props,i=ye.
evaluated.items;else if(!M(Se,{instancePath:N+"/properties/"+ve.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:Q,parentDataProperty:ve,rootData:q,dynamicAnchors:j}))
t=t===null?M.errors:t.concat(M.errors),e=t.length;else{var n=M.evaluated.props;c!==!0&&n!==void 0&&(n===!0?c=!0:(c=c||{},Object.assign(c,n)));var D=M.evaluated.
items;i!==!0&&D!==void 0&&(i=D===!0?!0:i>D?i:D)}var m=De===e;if(!m)break}else return M.errors=[E],!1;var l=ce===e}else var l=!0;if(l){if(r.patternProperties!==void 0){
let Q=r.patternProperties,ce=e;if(e===ce)if(Q&&typeof Q=="object"&&!Array.isArray(Q)){for(let ve in Q){var b=e===e;if(!b){let De=E;return t===null?t=[De]:t.push(
De),e++,M.errors=t,!1;break}}if(b)for(let ve in Q){let Se=Q[ve],De=e,ye=j.meta;if(ye)if(!ye(Se,{instancePath:N+"/patternProperties/"+ve.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:Q,parentDataProperty:ve,rootData:q,dynamicAnchors:j}))t=t===null?ye.errors:t.concat(ye.errors),e=t.length;else var v=ye.evaluated.props,f=ye.
evaluated.items;else if(!M(Se,{instancePath:N+"/patternProperties/"+ve.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:Q,parentDataProperty:ve,rootData:q,dynamicAnchors:j}))
t=t===null?M.errors:t.concat(M.errors),e=t.length;else{var R=M.evaluated.props;v!==!0&&R!==void 0&&(R===!0?v=!0:(v=v||{},Object.assign(v,R)));var I=M.evaluated.
items;f!==!0&&I!==void 0&&(f=I===!0?!0:f>I?f:I)}var ee=De===e;if(!ee)break}}else return M.errors=[E],!1;var l=ce===e}else var l=!0;if(l){if(r.dependentSchemas!==
void 0){let Q=r.dependentSchemas,ce=e;if(e===ce)if(Q&&typeof Q=="object"&&!Array.isArray(Q))for(let ve in Q){let Se=Q[ve],De=e,ye=j.meta;if(ye)if(!ye(Se,{instancePath:N+
"/dependentSchemas/"+ve.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:Q,parentDataProperty:ve,rootData:q,dynamicAnchors:j}))t=t===null?ye.errors:t.concat(ye.
errors),e=t.length;else var L=ye.evaluated.props,x=ye.evaluated.items;else if(!M(Se,{instancePath:N+"/dependentSchemas/"+ve.replace(/~/g,"~0").replace(/\//g,"~1"),
parentData:Q,parentDataProperty:ve,rootData:q,dynamicAnchors:j}))t=t===null?M.errors:t.concat(M.errors),e=t.length;else{var se=M.evaluated.props;L!==!0&&se!==void 0&&
(se===!0?L=!0:(L=L||{},Object.assign(L,se)));var p=M.evaluated.items;x!==!0&&p!==void 0&&(x=p===!0?!0:x>p?x:p)}var K=De===e;if(!K)break}else return M.errors=[E],
!1;var l=ce===e}else var l=!0;if(l){if(r.propertyNames!==void 0){let Q=r.propertyNames,ce=e,U=j.meta;if(U)if(!U(Q,{instancePath:N+"/propertyNames",parentData:r,
parentDataProperty:"propertyNames",rootData:q,dynamicAnchors:j}))t=t===null?U.errors:t.concat(U.errors),e=t.length;else var W=U.evaluated.props,T=U.evaluated.items;else if(!M(
Q,{instancePath:N+"/propertyNames",parentData:r,parentDataProperty:"propertyNames",rootData:q,dynamicAnchors:j}))t=t===null?M.errors:t.concat(M.errors),e=t.length;else{
var re=M.evaluated.props;W!==!0&&re!==void 0&&(re===!0?W=!0:(W=W||{},Object.assign(W,re)));var ue=M.evaluated.items;T!==!0&&ue!==void 0&&(T=ue===!0?!0:T>ue?T:ue)}
var l=ce===e}else var l=!0;if(l){if(r.if!==void 0){let Q=r.if,ce=e,U=j.meta;if(U)if(!U(Q,{instancePath:N+"/if",parentData:r,parentDataProperty:"if",rootData:q,dynamicAnchors:j}))
t=t===null?U.errors:t.concat(U.errors),e=t.length;else var pe=U.evaluated.props,_e=U.evaluated.items;else if(!M(Q,{instancePath:N+"/if",parentData:r,parentDataProperty:"\
if",rootData:q,dynamicAnchors:j}))t=t===null?M.errors:t.concat(M.errors),e=t.length;else{var $e=M.evaluated.props;pe!==!0&&$e!==void 0&&($e===!0?pe=!0:(pe=pe||{},
Object.assign(pe,$e)));var oe=M.evaluated.items;_e!==!0&&oe!==void 0&&(_e=oe===!0?!0:_e>oe?_e:oe)}var l=ce===e}else var l=!0;if(l){if(r.then!==void 0){let Q=r.then,
ce=e,U=j.meta;if(U)if(!U(Q,{instancePath:N+"/then",parentData:r,parentDataProperty:"then",rootData:q,dynamicAnchors:j}))t=t===null?U.errors:t.concat(U.errors),e=
t.length;else var H=U.evaluated.props,J=U.evaluated.items;else if(!M(Q,{instancePath:N+"/then",parentData:r,parentDataProperty:"then",rootData:q,dynamicAnchors:j}))
t=t===null?M.errors:t.concat(M.errors),e=t.length;else{var Y=M.evaluated.props;H!==!0&&Y!==void 0&&(Y===!0?H=!0:(H=H||{},Object.assign(H,Y)));var Fe=M.evaluated.
items;J!==!0&&Fe!==void 0&&(J=Fe===!0?!0:J>Fe?J:Fe)}var l=ce===e}else var l=!0;if(l){if(r.else!==void 0){let Q=r.else,ce=e,U=j.meta;if(U)if(!U(Q,{instancePath:N+
"/else",parentData:r,parentDataProperty:"else",rootData:q,dynamicAnchors:j}))t=t===null?U.errors:t.concat(U.errors),e=t.length;else var qe=U.evaluated.props,ae=U.
evaluated.items;else if(!M(Q,{instancePath:N+"/else",parentData:r,parentDataProperty:"else",rootData:q,dynamicAnchors:j}))t=t===null?M.errors:t.concat(M.errors),
e=t.length;else{var ke=M.evaluated.props;qe!==!0&&ke!==void 0&&(ke===!0?qe=!0:(qe=qe||{},Object.assign(qe,ke)));var Ze=M.evaluated.items;ae!==!0&&Ze!==void 0&&(ae=
Ze===!0?!0:ae>Ze?ae:Ze)}var l=ce===e}else var l=!0;if(l){if(r.allOf!==void 0){let Q=e;me(r.allOf,{instancePath:N+"/allOf",parentData:r,parentDataProperty:"allOf",
rootData:q,dynamicAnchors:j})||(t=t===null?me.errors:t.concat(me.errors),e=t.length);var l=Q===e}else var l=!0;if(l){if(r.anyOf!==void 0){let Q=e;me(r.anyOf,{instancePath:N+
"/anyOf",parentData:r,parentDataProperty:"anyOf",rootData:q,dynamicAnchors:j})||(t=t===null?me.errors:t.concat(me.errors),e=t.length);var l=Q===e}else var l=!0;
if(l){if(r.oneOf!==void 0){let Q=e;me(r.oneOf,{instancePath:N+"/oneOf",parentData:r,parentDataProperty:"oneOf",rootData:q,dynamicAnchors:j})||(t=t===null?me.errors:
t.concat(me.errors),e=t.length);var l=Q===e}else var l=!0;if(l)if(r.not!==void 0){let Q=r.not,ce=e,U=j.meta;if(U)if(!U(Q,{instancePath:N+"/not",parentData:r,parentDataProperty:"\
not",rootData:q,dynamicAnchors:j}))t=t===null?U.errors:t.concat(U.errors),e=t.length;else var Pe=U.evaluated.props,Ie=U.evaluated.items;else if(!M(Q,{instancePath:N+
"/not",parentData:r,parentDataProperty:"not",rootData:q,dynamicAnchors:j}))t=t===null?M.errors:t.concat(M.errors),e=t.length;else{var Ne=M.evaluated.props;Pe!==
!0&&Ne!==void 0&&(Ne===!0?Pe=!0:(Pe=Pe||{},Object.assign(Pe,Ne)));var Ee=M.evaluated.items;Ie!==!0&&Ee!==void 0&&(Ie=Ee===!0?!0:Ie>Ee?Ie:Ee)}var l=ce===e}else var l=!0}}}}}}}}}}}}}}
return M.errors=t,e===0}M.evaluated={props:{prefixItems:!0,items:!0,contains:!0,additionalProperties:!0,properties:!0,patternProperties:!0,dependentSchemas:!0,propertyNames:!0,
if:!0,then:!0,else:!0,allOf:!0,anyOf:!0,oneOf:!0,not:!0},dynamicProps:!1,dynamicItems:!1};function ge(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=ge.evaluated;if(S.dynamicProps&&(S.props=
void 0),S.dynamicItems&&(S.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ge.errors=[E],!1;if(j.meta||(j.meta=ge),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.unevaluatedItems!==void 0){let a=r.unevaluatedItems,k=e,y=j.meta;if(y)if(!y(a,{instancePath:N+"/unevaluatedItems",
parentData:r,parentDataProperty:"unevaluatedItems",rootData:q,dynamicAnchors:j}))t=t===null?y.errors:t.concat(y.errors),e=t.length;else var l=y.evaluated.props,
_=y.evaluated.items;else if(!ge(a,{instancePath:N+"/unevaluatedItems",parentData:r,parentDataProperty:"unevaluatedItems",rootData:q,dynamicAnchors:j}))t=t===null?
ge.errors:t.concat(ge.errors),e=t.length;else{var $=ge.evaluated.props;l!==!0&&$!==void 0&&($===!0?l=!0:(l=l||{},Object.assign(l,$)));var O=ge.evaluated.items;_!==
!0&&O!==void 0&&(_=O===!0?!0:_>O?_:O)}var A=k===e}else var A=!0;if(A)if(r.unevaluatedProperties!==void 0){let a=r.unevaluatedProperties,k=e,y=j.meta;if(y)if(!y(
a,{instancePath:N+"/unevaluatedProperties",parentData:r,parentDataProperty:"unevaluatedProperties",rootData:q,dynamicAnchors:j}))t=t===null?y.errors:t.concat(y.
errors),e=t.length;else var d=y.evaluated.props,u=y.evaluated.items;else if(!ge(a,{instancePath:N+"/unevaluatedProperties",parentData:r,parentDataProperty:"unev\
aluatedProperties",rootData:q,dynamicAnchors:j}))t=t===null?ge.errors:t.concat(ge.errors),e=t.length;else{var Z=ge.evaluated.props;d!==!0&&Z!==void 0&&(Z===!0?d=
!0:(d=d||{},Object.assign(d,Z)));var h=ge.evaluated.items;u!==!0&&h!==void 0&&(u=h===!0?!0:u>h?u:h)}var A=k===e}else var A=!0}return ge.errors=t,e===0}ge.evaluated=
{props:{unevaluatedItems:!0,unevaluatedProperties:!0},dynamicProps:!1,dynamicItems:!1};var kr=Ce().default;function ie(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=ie.evaluated;if(S.
dynamicProps&&(S.props=void 0),S.dynamicItems&&(S.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ie.errors=[E],!1;if(j.meta||
(j.meta=ie),e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.type!==void 0){let u=r.type,Z=e,h=e,a=!1,k=e;if(!(u==="array"||u==="boolean"||u==="integer"||u===
"null"||u==="number"||u==="object"||u==="string")){let C=E;t===null?t=[C]:t.push(C),e++}var _=k===e;a=a||_;let y=e;if(e===y)if(Array.isArray(u))if(u.length<1){let C=E;
t===null?t=[C]:t.push(C),e++}else{var l=!0;let C=u.length;for(let c=0;c<C;c++){let i=u[c],n=e;if(!(i==="array"||i==="boolean"||i==="integer"||i==="null"||i==="n\
umber"||i==="object"||i==="string")){let m=E;t===null?t=[m]:t.push(m),e++}var l=n===e;if(!l)break}if(l){let c=u.length,i;if(c>1){e:for(;c--;)for(i=c;i--;)if(kr(
u[c],u[i])){let n=E;t===null?t=[n]:t.push(n),e++;break e}}}}else{let C=E;t===null?t=[C]:t.push(C),e++}var _=y===e;if(a=a||_,a)e=h,t!==null&&(h?t.length=h:t=null);else{
let C=E;return t===null?t=[C]:t.push(C),e++,ie.errors=t,!1}var $=Z===e}else var $=!0;if($){if(r.enum!==void 0){let u=e;if(e===u&&!Array.isArray(r.enum))return ie.
errors=[E],!1;var $=u===e}else var $=!0;if($){if(r.multipleOf!==void 0){let u=r.multipleOf,Z=e;if(e===Z)if(typeof u=="number"){if(u<=0||isNaN(u))return ie.errors=
[E],!1}else return ie.errors=[E],!1;var $=Z===e}else var $=!0;if($){if(r.maximum!==void 0){let u=e;if(typeof r.maximum!="number")return ie.errors=[E],!1;var $=u===
e}else var $=!0;if($){if(r.exclusiveMaximum!==void 0){let u=e;if(typeof r.exclusiveMaximum!="number")return ie.errors=[E],!1;var $=u===e}else var $=!0;if($){if(r.
minimum!==void 0){let u=e;if(typeof r.minimum!="number")return ie.errors=[E],!1;var $=u===e}else var $=!0;if($){if(r.exclusiveMinimum!==void 0){let u=e;if(typeof r.
exclusiveMinimum!="number")return ie.errors=[E],!1;var $=u===e}else var $=!0;if($){if(r.maxLength!==void 0){let u=r.maxLength,Z=e,h=e;if(!(typeof u=="number"&&!(u%
1)&&!isNaN(u)))return ie.errors=[E],!1;if(e===h&&typeof u=="number"&&(u<0||isNaN(u)))return ie.errors=[E],!1;var $=Z===e}else var $=!0;if($){if(r.minLength!==void 0){
let u=r.minLength,Z=e,h=e;if(!(typeof u=="number"&&!(u%1)&&!isNaN(u)))return ie.errors=[E],!1;if(e===h&&typeof u=="number"&&(u<0||isNaN(u)))return ie.errors=[E],
!1;var $=Z===e}else var $=!0;if($){if(r.pattern!==void 0){let u=e;if(e===u&&e===u&&typeof r.pattern!="string")return ie.errors=[E],!1;var $=u===e}else var $=!0;
if($){if(r.maxItems!==void 0){let u=r.maxItems,Z=e,h=e;if(!(typeof u=="number"&&!(u%1)&&!isNaN(u)))return ie.errors=[E],!1;if(e===h&&typeof u=="number"&&(u<0||isNaN(
u)))return ie.errors=[E],!1;var $=Z===e}else var $=!0;if($){if(r.minItems!==void 0){let u=r.minItems,Z=e,h=e;if(!(typeof u=="number"&&!(u%1)&&!isNaN(u)))return ie.
errors=[E],!1;if(e===h&&typeof u=="number"&&(u<0||isNaN(u)))return ie.errors=[E],!1;var $=Z===e}else var $=!0;if($){if(r.uniqueItems!==void 0){let u=e;if(typeof r.
uniqueItems!="boolean")return ie.errors=[E],!1;var $=u===e}else var $=!0;if($){if(r.maxContains!==void 0){let u=r.maxContains,Z=e,h=e;if(!(typeof u=="number"&&!(u%
1)&&!isNaN(u)))return ie.errors=[E],!1;if(e===h&&typeof u=="number"&&(u<0||isNaN(u)))return ie.errors=[E],!1;var $=Z===e}else var $=!0;if($){if(r.minContains!==
void 0){let u=r.minContains,Z=e,h=e;if(!(typeof u=="number"&&!(u%1)&&!isNaN(u)))return ie.errors=[E],!1;if(e===h&&typeof u=="number"&&(u<0||isNaN(u)))return ie.
errors=[E],!1;var $=Z===e}else var $=!0;if($){if(r.maxProperties!==void 0){let u=r.maxProperties,Z=e,h=e;if(!(typeof u=="number"&&!(u%1)&&!isNaN(u)))return ie.errors=
[E],!1;if(e===h&&typeof u=="number"&&(u<0||isNaN(u)))return ie.errors=[E],!1;var $=Z===e}else var $=!0;if($){if(r.minProperties!==void 0){let u=r.minProperties,
Z=e,h=e;if(!(typeof u=="number"&&!(u%1)&&!isNaN(u)))return ie.errors=[E],!1;if(e===h&&typeof u=="number"&&(u<0||isNaN(u)))return ie.errors=[E],!1;var $=Z===e}else
var $=!0;if($){if(r.required!==void 0){let u=r.required,Z=e;if(e===e)if(Array.isArray(u)){var O=!0;let k=u.length;for(let y=0;y<k;y++){let C=e;if(typeof u[y]!="\
string")return ie.errors=[E],!1;var O=C===e;if(!O)break}if(O){let y=u.length,C;if(y>1){let c={};for(;y--;){let i=u[y];if(typeof i=="string"){if(typeof c[i]=="nu\
mber"){return C=c[i],ie.errors=[E],!1;break}c[i]=y}}}}}else return ie.errors=[E],!1;var $=Z===e}else var $=!0;if($)if(r.dependentRequired!==void 0){let u=r.dependentRequired,
Z=e;if(e===Z)if(u&&typeof u=="object"&&!Array.isArray(u))for(let a in u){let k=u[a],y=e;if(e===e)if(Array.isArray(k)){var A=!0;let c=k.length;for(let i=0;i<c;i++){
let n=e;if(typeof k[i]!="string")return ie.errors=[E],!1;var A=n===e;if(!A)break}if(A){let i=k.length,n;if(i>1){let D={};for(;i--;){let m=k[i];if(typeof m=="str\
ing"){if(typeof D[m]=="number"){return n=D[m],ie.errors=[E],!1;break}D[m]=i}}}}}else return ie.errors=[E],!1;var d=y===e;if(!d)break}else return ie.errors=[E],!1;
var $=Z===e}else var $=!0}}}}}}}}}}}}}}}}}}return ie.errors=t,e===0}ie.evaluated={props:{type:!0,const:!0,enum:!0,multipleOf:!0,maximum:!0,exclusiveMaximum:!0,minimum:!0,
exclusiveMinimum:!0,maxLength:!0,minLength:!0,pattern:!0,maxItems:!0,minItems:!0,uniqueItems:!0,maxContains:!0,minContains:!0,maxProperties:!0,minProperties:!0,
required:!0,dependentRequired:!0},dynamicProps:!1,dynamicItems:!1};function Ae(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=Ae.evaluated;if(S.dynamicProps&&(S.props=
void 0),S.dynamicItems&&(S.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return Ae.errors=[E],!1;if(j.meta||(j.meta=Ae),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.title!==void 0){let _=e;if(typeof r.title!="string")return Ae.errors=[E],!1;var l=_===e}else var l=!0;if(l){if(r.
description!==void 0){let _=e;if(typeof r.description!="string")return Ae.errors=[E],!1;var l=_===e}else var l=!0;if(l){if(r.deprecated!==void 0){let _=e;if(typeof r.
deprecated!="boolean")return Ae.errors=[E],!1;var l=_===e}else var l=!0;if(l){if(r.readOnly!==void 0){let _=e;if(typeof r.readOnly!="boolean")return Ae.errors=[
E],!1;var l=_===e}else var l=!0;if(l){if(r.writeOnly!==void 0){let _=e;if(typeof r.writeOnly!="boolean")return Ae.errors=[E],!1;var l=_===e}else var l=!0;if(l)if(r.
examples!==void 0){let _=e;if(e===_&&!Array.isArray(r.examples))return Ae.errors=[E],!1;var l=_===e}else var l=!0}}}}}return Ae.errors=t,e===0}Ae.evaluated={props:{
title:!0,description:!0,default:!0,deprecated:!0,readOnly:!0,writeOnly:!0,examples:!0},dynamicProps:!1,dynamicItems:!1};function Oe(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=Oe.evaluated;return S.dynamicProps&&
(S.props=void 0),S.dynamicItems&&(S.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean"?(Oe.errors=[E],!1):(j.meta||(j.meta=Oe),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)&&r.format!==void 0&&typeof r.format!="string"?(Oe.errors=[E],!1):(Oe.errors=t,e===0))}Oe.evaluated={props:{format:!0},dynamicProps:!1,
dynamicItems:!1};function je(r,{instancePath:N="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=je.evaluated;if(S.dynamicProps&&(S.props=
void 0),S.dynamicItems&&(S.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return je.errors=[E],!1;if(j.meta||(j.meta=je),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.contentEncoding!==void 0){let d=e;if(typeof r.contentEncoding!="string")return je.errors=[E],!1;var l=d===e}else var l=!0;
if(l){if(r.contentMediaType!==void 0){let d=e;if(typeof r.contentMediaType!="string")return je.errors=[E],!1;var l=d===e}else var l=!0;if(l)if(r.contentSchema!==
void 0){let d=r.contentSchema,u=e,Z=j.meta;if(Z)if(!Z(d,{instancePath:N+"/contentSchema",parentData:r,parentDataProperty:"contentSchema",rootData:q,dynamicAnchors:j}))
t=t===null?Z.errors:t.concat(Z.errors),e=t.length;else var _=Z.evaluated.props,$=Z.evaluated.items;else if(!je(d,{instancePath:N+"/contentSchema",parentData:r,parentDataProperty:"\
contentSchema",rootData:q,dynamicAnchors:j}))t=t===null?je.errors:t.concat(je.errors),e=t.length;else{var O=je.evaluated.props;_!==!0&&O!==void 0&&(O===!0?_=!0:
(_=_||{},Object.assign(_,O)));var A=je.evaluated.items;$!==!0&&A!==void 0&&($=A===!0?!0:$>A?$:A)}var l=u===e}else var l=!0}}return je.errors=t,e===0}je.evaluated=
{props:{contentEncoding:!0,contentMediaType:!0,contentSchema:!0},dynamicProps:!1,dynamicItems:!1};function de(r,{instancePath:N="",parentData:te,parentDataProperty:ne,
rootData:q=r,dynamicAnchors:j={}}={}){let t=null,e=0,S=de.evaluated;if(S.dynamicProps&&(S.props=void 0),S.dynamicItems&&(S.items=void 0),!(r&&typeof r=="object"&&
!Array.isArray(r))&&typeof r!="boolean")return de.errors=[E],!1;j.meta||(j.meta=de);let l=e;fe(r,{instancePath:N,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:j})||(t=t===null?fe.errors:t.concat(fe.errors),e=t.length);var _=l===e;if(_){let n=e;M(r,{instancePath:N,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:j})||(t=t===null?M.errors:t.concat(M.errors),e=t.length);var _=n===e;if(_){let m=e;ge(r,{instancePath:N,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:j})||(t=t===null?ge.errors:t.concat(ge.errors),e=t.length);var _=m===e;if(_){let v=e;ie(r,{instancePath:N,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:j})||(t=t===null?ie.errors:t.concat(ie.errors),e=t.length);var _=v===e;if(_){let R=e;Ae(r,{instancePath:N,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:j})||(t=t===null?Ae.errors:t.concat(Ae.errors),e=t.length);var _=R===e;if(_){let ee=e;Oe(r,{instancePath:N,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:j})||(t=t===null?Oe.errors:t.concat(Oe.errors),e=t.length);var _=ee===e;if(_){let x=e;je(r,{instancePath:N,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:j})||(t=t===null?je.errors:t.concat(je.errors),e=t.length);var _=x===e}}}}}}if(e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.definitions!==
void 0){let n=r.definitions,D=e;if(e===D)if(n&&typeof n=="object"&&!Array.isArray(n))for(let m in n){let b=n[m],v=e,f=j.meta;if(f)if(!f(b,{instancePath:N+"/defi\
nitions/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:n,parentDataProperty:m,rootData:q,dynamicAnchors:j}))t=t===null?f.errors:t.concat(f.errors),e=t.length;else
var $=f.evaluated.props,O=f.evaluated.items;else if(!de(b,{instancePath:N+"/definitions/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:n,parentDataProperty:m,
rootData:q,dynamicAnchors:j}))t=t===null?de.errors:t.concat(de.errors),e=t.length;else{var A=de.evaluated.props;$!==!0&&A!==void 0&&(A===!0?$=!0:($=$||{},Object.
assign($,A)));var d=de.evaluated.items;O!==!0&&d!==void 0&&(O=d===!0?!0:O>d?O:d)}var u=v===e;if(!u)break}else return de.errors=[E],!1;var Z=D===e}else var Z=!0;
if(Z){if(r.dependencies!==void 0){let n=r.dependencies,D=e;if(e===D)if(n&&typeof n=="object"&&!Array.isArray(n))for(let b in n){let v=n[b],f=e,R=e,I=!1,ee=e,L=j.
meta;if(L)if(!L(v,{instancePath:N+"/dependencies/"+b.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:n,parentDataProperty:b,rootData:q,dynamicAnchors:j}))t=t===
null?L.errors:t.concat(L.errors),e=t.length;else var h=L.evaluated.props,a=L.evaluated.items;else if(!de(v,{instancePath:N+"/dependencies/"+b.replace(/~/g,"~0").
replace(/\//g,"~1"),parentData:n,parentDataProperty:b,rootData:q,dynamicAnchors:j}))t=t===null?de.errors:t.concat(de.errors),e=t.length;else{var k=de.evaluated.
props;h!==!0&&k!==void 0&&(k===!0?h=!0:(h=h||{},Object.assign(h,k)));var y=de.evaluated.items;a!==!0&&y!==void 0&&(a=y===!0?!0:a>y?a:y)}var c=ee===e;I=I||c;let x=e;
if(e===e)if(Array.isArray(v)){var C=!0;let p=v.length;for(let K=0;K<p;K++){let W=e;if(typeof v[K]!="string"){let re=E;t===null?t=[re]:t.push(re),e++}var C=W===e;
if(!C)break}if(C){let K=v.length,W;if(K>1){let T={};for(;K--;){let re=v[K];if(typeof re=="string"){if(typeof T[re]=="number"){W=T[re];let ue=E;t===null?t=[ue]:t.
push(ue),e++;break}T[re]=K}}}}}else{let p=E;t===null?t=[p]:t.push(p),e++}var c=x===e;if(I=I||c,c&&a!==!0&&(a=!0),I)e=R,t!==null&&(R?t.length=R:t=null);else{let p=E;
return t===null?t=[p]:t.push(p),e++,de.errors=t,!1}var i=f===e;if(!i)break}else return de.errors=[E],!1;var Z=D===e}else var Z=!0;if(Z){if(r.$recursiveAnchor!==
void 0){let n=r.$recursiveAnchor,D=e;if(e===e)if(typeof n=="string"){if(!Ke.test(n))return de.errors=[E],!1}else return de.errors=[E],!1;var Z=D===e}else var Z=!0;
if(Z)if(r.$recursiveRef!==void 0){let n=e,D=e;if(e===D&&e===D&&typeof r.$recursiveRef!="string")return de.errors=[E],!1;var Z=n===e}else var Z=!0}}}return de.errors=
t,e===0}de.evaluated={props:{definitions:!0,dependencies:!0,$recursiveAnchor:!0,$recursiveRef:!0,contentEncoding:!0,contentMediaType:!0,contentSchema:!0,format:!0,
title:!0,description:!0,default:!0,deprecated:!0,readOnly:!0,writeOnly:!0,examples:!0,type:!0,const:!0,enum:!0,multipleOf:!0,maximum:!0,exclusiveMaximum:!0,minimum:!0,
exclusiveMinimum:!0,maxLength:!0,minLength:!0,pattern:!0,maxItems:!0,minItems:!0,uniqueItems:!0,maxContains:!0,minContains:!0,maxProperties:!0,minProperties:!0,
required:!0,dependentRequired:!0,unevaluatedItems:!0,unevaluatedProperties:!0,prefixItems:!0,items:!0,contains:!0,additionalProperties:!0,properties:!0,patternProperties:!0,
dependentSchemas:!0,propertyNames:!0,if:!0,then:!0,else:!0,allOf:!0,anyOf:!0,oneOf:!0,not:!0,$id:!0,$schema:!0,$ref:!0,$anchor:!0,$dynamicRef:!0,$dynamicAnchor:!0,
$vocabulary:!0,$comment:!0,$defs:!0},dynamicProps:!1,dynamicItems:!1};export{_r as isLock,rr as isManifest,Ar as isSchema};
