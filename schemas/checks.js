// Made by "npm run forms" from the schemas; see scripts/forms/forms.ts.
var Ze=(r,P)=>()=>{try{return P||r((P={exports:{}}).exports,P),P.exports}catch(te){throw P=0,te}};var Ce=Ze(Me=>{"use strict";Object.defineProperty(Me,"__esModule",{value:!0});function Qe(r){let P=r.length,te=0,ne=0,q;for(;ne<P;)te++,q=r.charCodeAt(ne++),q>=
55296&&q<=56319&&ne<P&&(q=r.charCodeAt(ne),(q&64512)===56320&&ne++);return te}Me.default=Qe;Qe.code='require("ajv/dist/runtime/ucs2length").default'});var Ue=Ze((Nr,Ge)=>{"use strict";Ge.exports=function r(P,te){if(P===te)return!0;if(P&&te&&typeof P=="object"&&typeof te=="object"){if(P.constructor!==te.constructor)
return!1;var ne,q,A;if(Array.isArray(P)){if(ne=P.length,ne!=te.length)return!1;for(q=ne;q--!==0;)if(!r(P[q],te[q]))return!1;return!0}if(P.constructor===RegExp)return P.
source===te.source&&P.flags===te.flags;if(P.valueOf!==Object.prototype.valueOf)return P.valueOf()===te.valueOf();if(P.toString!==Object.prototype.toString)return P.
toString()===te.toString();if(A=Object.keys(P),ne=A.length,ne!==Object.keys(te).length)return!1;for(q=ne;q--!==0;)if(!Object.prototype.hasOwnProperty.call(te,A[q]))
return!1;for(q=ne;q--!==0;){var t=A[q];if(!r(P[t],te[t]))return!1}return!0}return P!==P&&te!==te}});var ze=Ze(we=>{"use strict";Object.defineProperty(we,"__esModule",{value:!0});var Je=Ue();Je.code='require("ajv/dist/runtime/equal").default';we.default=Je});var s={},rr=R;var tr={$schema:"https://json-schema.org/draft/2020-12/schema",type:"object",additionalProperties:!1,required:["name","tools"],properties:{$schema:{type:"string",
maxLength:2048},name:{type:"string",pattern:"^[a-z0-9][a-z0-9-]{0,63}$"},version:{type:"string",maxLength:128,default:"0.0.0",pattern:"^(0|[1-9]\\d*)\\.(0|[1-9]\\d\
*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"},description:{type:"string",minLength:1,maxLength:8192,pattern:"^\
[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},author:{type:"string",minLength:1,maxLength:256,
pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},license:{type:"string",minLength:1,maxLength:128,
pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},homepage:{type:"string",maxLength:2048,pattern:"\
^https?://[!-~]+$"},entry:{type:"string",maxLength:256,pattern:"^(?!.*(^|/)(\\.|node_modules/))[A-Za-z0-9_@.-]+(/[A-Za-z0-9_@.-]+)*\\.(js|mjs|ts|mts)$"},tools:{
type:"array",minItems:1,maxItems:128,items:{$ref:"#/$defs/tool"}},limits:{$ref:"#/$defs/limits"},freshState:{const:"isolate"},importedFrom:{$ref:"#/$defs/import\
edFrom"},capabilities:{$ref:"#/$defs/capabilities"}},$defs:{importedFrom:{type:"object",additionalProperties:!1,required:["kind","source"],properties:{kind:{type:"\
string",pattern:"^[a-z][a-z0-9-]{0,31}$"},source:{type:"string",minLength:1,maxLength:2048,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\\
u202a-\\u202e\\u2066-\\u2069]*$"},version:{type:"string",minLength:1,maxLength:128,pattern:"^[!-~]([ -~]*[!-~])?$"},integrity:{type:"string",pattern:"^[a-z0-9]{\
1,16}-[0-9A-Za-z+/=_-]{16,200}$"}}},tool:{type:"object",additionalProperties:!1,required:["name","description","inputSchema"],if:{not:{required:["contentBlocks"]}},
then:{required:["outputSchema"]},else:{properties:{outputSchema:{type:"object",required:["type"],properties:{type:{const:"object"}}}}},properties:{name:{type:"s\
tring",pattern:"^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$"},title:{type:"string",minLength:1,maxLength:256,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u2\
00e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},description:{type:"string",minLength:1,maxLength:8192,pattern:"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u0\
09f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},inputSchema:{type:"object",required:["type"],properties:{type:{const:"object"}}},outputSchema:{type:"\
object"},contentBlocks:{const:!0},annotations:{$ref:"#/$defs/annotations"},export:{type:"string",maxLength:128,pattern:"^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Co\
ntinue}$]*$"},limits:{$ref:"#/$defs/limits"},examples:{type:"array",maxItems:64,items:{$ref:"#/$defs/example"}}}},annotations:{type:"object",additionalProperties:!1,
properties:{title:{type:"string",minLength:1,maxLength:256,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},
readOnlyHint:{type:"boolean"},destructiveHint:{type:"boolean"},idempotentHint:{type:"boolean"},openWorldHint:{type:"boolean"}}},example:{type:"object",additionalProperties:!1,
required:["arguments","result"],properties:{description:{type:"string",minLength:1,maxLength:1024,pattern:"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009\
f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},arguments:{type:"object"},result:{},effects:{type:"array",maxItems:64,items:{$ref:"#/$defs/effect"}}}},
limits:{type:"object",additionalProperties:!1,properties:{cpuMs:{type:"integer",minimum:1},wallMs:{type:"integer",minimum:1},memoryMb:{type:"integer",minimum:1},
argumentsBytes:{type:"integer",minimum:1},resultBytes:{type:"integer",minimum:1},resultDepth:{type:"integer",minimum:1},logBytes:{type:"integer",minimum:1},logLines:{
type:"integer",minimum:1},hostCalls:{type:"integer",minimum:1},fetchCalls:{type:"integer",minimum:1},fetchConcurrency:{type:"integer",minimum:1},fetchRequestBytes:{
type:"integer",minimum:1},fetchResponseBytes:{type:"integer",minimum:1},fetchMs:{type:"integer",minimum:1},storeBytes:{type:"integer",minimum:1},storeKeys:{type:"\
integer",minimum:1},storeValueBytes:{type:"integer",minimum:1},signCalls:{type:"integer",minimum:1}}},capabilities:{type:"object",additionalProperties:!1,properties:{
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
er",minimum:1}}};var o=Object.prototype.hasOwnProperty,Y=Ce().default,sr=new RegExp("^[a-z0-9][a-z0-9-]{0,63}$","u"),ir=new RegExp("^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0\
-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$","u"),Ve=new RegExp("^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\\
u200f\\u202a-\\u202e\\u2066-\\u2069]*$","u"),qe=new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$",
"u"),Ye=new RegExp("^https?://[!-~]+$","u"),nr=new RegExp("^(?!.*(^|/)(\\.|node_modules/))[A-Za-z0-9_@.-]+(/[A-Za-z0-9_@.-]+)*\\.(js|mjs|ts|mts)$","u"),ar=new RegExp(
"^[a-z][a-z0-9-]{0,31}$","u"),lr=new RegExp("^[!-~]([ -~]*[!-~])?$","u"),fr=new RegExp("^[a-z0-9]{1,16}-[0-9A-Za-z+/=_-]{16,200}$","u"),or={type:"object",additionalProperties:!1,
required:["name","description","inputSchema"],if:{not:{required:["contentBlocks"]}},then:{required:["outputSchema"]},else:{properties:{outputSchema:{type:"objec\
t",required:["type"],properties:{type:{const:"object"}}}}},properties:{name:{type:"string",pattern:"^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$"},title:{type:"string",minLength:1,
maxLength:256,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},description:{type:"string",minLength:1,
maxLength:8192,pattern:"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},inputSchema:{type:"\
object",required:["type"],properties:{type:{const:"object"}}},outputSchema:{type:"object"},contentBlocks:{const:!0},annotations:{$ref:"#/$defs/annotations"},export:{
type:"string",maxLength:128,pattern:"^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$"},limits:{$ref:"#/$defs/limits"},examples:{type:"array",maxItems:64,items:{
$ref:"#/$defs/example"}}}};var ur=new RegExp("^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$","u"),cr=new RegExp("^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$","u");function le(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=le.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean"&&r!==null)return le.errors=[s],!1;if(e===0&&r&&typeof r==
"object"&&!Array.isArray(r)){let N=e;for(let x of Object.keys(r))if(!(x==="key"||x==="version"||x==="expiresAt"||x==="value"||x==="entries"||x==="next")){return le.
errors=[s],!1;break}if(N===e){if(r.key!==void 0&&o.call(r,"key")){let x=r.key,I=e;if(e===I)if(typeof x=="string"){if(Y(x)>1024)return le.errors=[s],!1}else return le.
errors=[s],!1;var l=I===e}else var l=!0;if(l){if(r.version!==void 0&&o.call(r,"version")){let x=r.version,I=e;if(e===I)if(typeof x=="string"){if(Y(x)>1024)return le.
errors=[s],!1}else return le.errors=[s],!1;var l=I===e}else var l=!0;if(l){if(r.expiresAt!==void 0&&o.call(r,"expiresAt")){let x=r.expiresAt,I=e;if(!(typeof x==
"number"&&!(x%1)&&!isNaN(x)&&isFinite(x)))return le.errors=[s],!1;if(e===I&&typeof x=="number"&&isFinite(x)&&(x<0||isNaN(x)))return le.errors=[s],!1;var l=I===e}else
var l=!0;if(l){if(r.value!==void 0&&o.call(r,"value")){let x=e;if(typeof r.value!="string")return le.errors=[s],!1;var l=x===e}else var l=!0;if(l){if(r.entries!==
void 0&&o.call(r,"entries")){let x=r.entries,I=e;if(e===I)if(Array.isArray(x)){if(x.length>1e3)return le.errors=[s],!1;{var $=!0;let j=x.length;for(let b=0;b<j;b++){
let v=x[b],M=e;if(e===e)if(v&&typeof v=="object"&&!Array.isArray(v)){let u;if((v.key===void 0||!o.call(v,"key"))&&(u="key")||(v.version===void 0||!o.call(v,"ver\
sion"))&&(u="version"))return le.errors=[s],!1;{let g=e;for(let f of Object.keys(v))if(!(f==="key"||f==="version"||f==="expiresAt")){return le.errors=[s],!1;break}
if(g===e){if(v.key!==void 0&&o.call(v,"key")){let f=v.key,Z=e;if(e===Z)if(typeof f=="string"){if(Y(f)>1024)return le.errors=[s],!1}else return le.errors=[s],!1;
var c=Z===e}else var c=!0;if(c){if(v.version!==void 0&&o.call(v,"version")){let f=v.version,Z=e;if(e===Z)if(typeof f=="string"){if(Y(f)>1024)return le.errors=[s],
!1}else return le.errors=[s],!1;var c=Z===e}else var c=!0;if(c)if(v.expiresAt!==void 0&&o.call(v,"expiresAt")){let f=v.expiresAt,Z=e;if(!(typeof f=="number"&&!(f%
1)&&!isNaN(f)&&isFinite(f)))return le.errors=[s],!1;if(e===Z&&typeof f=="number"&&isFinite(f)&&(f<0||isNaN(f)))return le.errors=[s],!1;var c=Z===e}else var c=!0}}}}else
return le.errors=[s],!1;var $=M===e;if(!$)break}}}else return le.errors=[s],!1;var l=I===e}else var l=!0;if(l)if(r.next!==void 0&&o.call(r,"next")){let x=r.next,
I=e;if(e===I)if(typeof x=="string"){if(Y(x)>1024)return le.errors=[s],!1}else return le.errors=[s],!1;var l=I===e}else var l=!0}}}}}}return le.errors=t,e===0}le.
evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var He=new RegExp("^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$","u"),dr=new RegExp("^[A-Za\
-z0-9!#$%&'*+.^_`|~-]{1,128}$","u"),pr=new RegExp("^[\\t -~]*$","u"),er=new RegExp("^(?!(CONNECT|TRACE|TRACK)$)[A-Z]{1,20}$","u"),Te=new RegExp("^[A-Z][A-Z0-9_]\
{0,63}$","u"),mr=new RegExp("^[A-Z][A-Za-z]{0,63}$","u");function F(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){
let t=null,e=0,O=F.evaluated;O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0);let l=e,$=!1,c=null,N=e;if(r&&typeof r=="object"&&!Array.isArray(
r)){let se;if((r.answer===void 0||!o.call(r,"answer"))&&(se="answer")){let d=s;t===null?t=[d]:t.push(d),e++}}var I=N===e;I&&($=!0,c=0);let x=e;if(r&&typeof r=="\
object"&&!Array.isArray(r)){let se;if((r.error===void 0||!o.call(r,"error"))&&(se="error")){let d=s;t===null?t=[d]:t.push(d),e++}}var I=x===e;if(I&&$?($=!1,c=[c,
1]):I&&($=!0,c=1),$){e=l,t!==null&&(l?t.length=l:t=null);let se=e,d=!0,K=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let T;if((r.store===void 0||!o.call(r,"s\
tore"))&&(T="store")){let re={};t===null?t=[re]:t.push(re),e++}}var n=K===e;e=se,t!==null&&(se?t.length=se:t=null);let W;if(n){let T=e;if(r&&typeof r=="object"&&
!Array.isArray(r)){if(r.fetch!==void 0&&o.call(r,"fetch")){var j=!1;return F.errors=[s],!1}else var j=!0;if(j){if(r.method!==void 0&&o.call(r,"method")){var j=!1;
return F.errors=[s],!1}else var j=!0;if(j){if(r.answer!==void 0&&o.call(r,"answer")){let ue=e;le(r.answer,{instancePath:P+"/answer",parentData:r,parentDataProperty:"\
answer",rootData:q,dynamicAnchors:A})||(t=t===null?le.errors:t.concat(le.errors),e=t.length);var j=ue===e}else var j=!0;if(j)if(r.sign!==void 0&&o.call(r,"sign")){
var j=!1;return F.errors=[s],!1}else var j=!0}}}var n=T===e;if(d=n,d){var b={};b.fetch=!0,b.method=!0,b.answer=!0,b.sign=!0}W="then"}else{let T=e,re=e,ue=!0,de=e;
if(r&&typeof r=="object"&&!Array.isArray(r)){let oe;if((r.sign===void 0||!o.call(r,"sign"))&&(oe="sign")){let H={};t===null?t=[H]:t.push(H),e++}}var v=de===e;e=
re,t!==null&&(re?t.length=re:t=null);let _e;if(v){let oe=e;if(r&&typeof r=="object"&&!Array.isArray(r)){if(r.fetch!==void 0&&o.call(r,"fetch")){var M=!1;return F.
errors=[s],!1}else var M=!0;if(M){if(r.method!==void 0&&o.call(r,"method")){var M=!1;return F.errors=[s],!1}else var M=!0;if(M)if(r.answer!==void 0&&o.call(r,"a\
nswer")){let J=r.answer,X=e;if(e===X)if(typeof J=="string"){if(Y(J)>2048)return F.errors=[s],!1;if(Y(J)<4)return F.errors=[s],!1;if(!He.test(J))return F.errors=
[s],!1}else return F.errors=[s],!1;var M=X===e}else var M=!0}}var v=oe===e;if(ue=v,ue){var i={};i.fetch=!0,i.method=!0,i.answer=!0}_e="then"}else{let oe=e;if(r&&
typeof r=="object"&&!Array.isArray(r)){let J;if((r.fetch===void 0||!o.call(r,"fetch"))&&(J="fetch"))return F.errors=[s],!1;if(r.answer!==void 0&&o.call(r,"answe\
r")){let X=r.answer;if(e===e)if(X&&typeof X=="object"&&!Array.isArray(X)){let Re=e;for(let ae of Object.keys(X))if(!(ae==="status"||ae==="headers"||ae==="body"||
ae==="json"||ae==="base64")){return F.errors=[s],!1;break}if(Re===e){if(X.status!==void 0&&o.call(X,"status")){let ae=X.status,ke=e;if(!(typeof ae=="number"&&!(ae%
1)&&!isNaN(ae)&&isFinite(ae)))return F.errors=[s],!1;if(e===ke&&typeof ae=="number"&&isFinite(ae)){if(ae>599||isNaN(ae))return F.errors=[s],!1;if(ae<200||isNaN(
ae))return F.errors=[s],!1}var m=ke===e}else var m=!0;if(m){if(X.headers!==void 0&&o.call(X,"headers")){let ae=X.headers,ke=e;if(e===ke)if(ae&&typeof ae=="objec\
t"&&!Array.isArray(ae)){if(Object.keys(ae).length>64)return F.errors=[s],!1;for(let Pe of Object.keys(ae)){let Ie=e;if(typeof Pe=="string"&&!dr.test(Pe)){let Ne=s;
t===null?t=[Ne]:t.push(Ne),e++}var u=Ie===e;if(!u){let Ne=s;return t===null?t=[Ne]:t.push(Ne),e++,F.errors=t,!1;break}}if(u)for(let Pe of Object.keys(ae)){let Ie=ae[Pe],
Ne=e;if(e===Ne)if(typeof Ie=="string"){if(Y(Ie)>8192)return F.errors=[s],!1;if(!pr.test(Ie))return F.errors=[s],!1}else return F.errors=[s],!1;var g=Ne===e;if(!g)
break}}else return F.errors=[s],!1;var m=ke===e}else var m=!0;if(m){if(X.body!==void 0&&o.call(X,"body")){let ae=e;if(typeof X.body!="string")return F.errors=[s],
!1;var m=ae===e}else var m=!0;if(m){if(X.base64!==void 0&&o.call(X,"base64")){let ae=X.base64,ke=e;if(e===ke)if(typeof ae=="string"){if(!He.test(ae))return F.errors=
[s],!1}else return F.errors=[s],!1;var m=ke===e}else var m=!0;if(m){if(X.body!==void 0&&o.call(X,"body")){let ae=e;if(X&&typeof X=="object"&&!Array.isArray(X)){
if(X.json!==void 0&&o.call(X,"json")){var f=!1;return F.errors=[s],!1}else var f=!0;if(f)if(X.base64!==void 0&&o.call(X,"base64")){var f=!1;return F.errors=[s],
!1}else var f=!0}var Z=ae===e}else var Z=!0;if(Z)if(X.json!==void 0&&o.call(X,"json")){let ae=e;if(X&&typeof X=="object"&&!Array.isArray(X)&&X.base64!==void 0&&
o.call(X,"base64"))return F.errors=[s],!1;var Z=ae===e}else var Z=!0}}}}}}else return F.errors=[s],!1}}var v=oe===e;ue=v,ue&&i!==!0&&(i=i||{},i.answer=!0),_e="e\
lse"}if(!ue){let oe=s;return t===null?t=[oe]:t.push(oe),e++,F.errors=t,!1}var n=T===e;d=n,d&&b!==!0&&i!==void 0&&(i===!0?b=!0:(b=b||{},Object.assign(b,i))),W="e\
lse"}if(!d){let T=s;return t===null?t=[T]:t.push(T),e++,F.errors=t,!1}}else{let se=s;return t===null?t=[se]:t.push(se),e++,F.errors=t,!1}if(e===0)if(r&&typeof r==
"object"&&!Array.isArray(r)){let se=e;for(let d of Object.keys(r))if(!(d==="fetch"||d==="method"||d==="store"||d==="sign"||d==="answer"||d==="error")){return F.
errors=[s],!1;break}if(se===e){if(r.fetch!==void 0&&o.call(r,"fetch")){let d=r.fetch,K=e;if(e===K)if(typeof d=="string"){if(Y(d)>8192)return F.errors=[s],!1;if(!Ye.
test(d))return F.errors=[s],!1}else return F.errors=[s],!1;var p=K===e}else var p=!0;if(p){if(r.method!==void 0&&o.call(r,"method")){let d=r.method,K=e;if(e===K)
if(typeof d=="string"){if(!er.test(d))return F.errors=[s],!1}else return F.errors=[s],!1;var p=K===e}else var p=!0;if(p){if(r.store!==void 0&&o.call(r,"store")){
let d=r.store,K=e,W=e,T=e,re=!0,ue=e;if(d&&typeof d=="object"&&!Array.isArray(d)&&d.op!==void 0&&o.call(d,"op")&&d.op!=="list"){let $e={};t===null?t=[$e]:t.push(
$e),e++}var _=ue===e;e=T,t!==null&&(T?t.length=T:t=null);let de;if(_){let $e=e;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.key!==void 0&&o.call(d,"key")){
var y=!1;return F.errors=[s],!1}else var y=!0;if(y){if(d.value!==void 0&&o.call(d,"value")){var y=!1;return F.errors=[s],!1}else var y=!0;if(y){if(d.ttlMs!==void 0&&
o.call(d,"ttlMs")){var y=!1;return F.errors=[s],!1}else var y=!0;if(y)if(d.ifVersion!==void 0&&o.call(d,"ifVersion")){var y=!1;return F.errors=[s],!1}else var y=!0}}}
var _=$e===e;if(re=_,re){var a={};a.key=!0,a.value=!0,a.ttlMs=!0,a.ifVersion=!0,a.op=!0}de="then"}else{let $e=e;if(d&&typeof d=="object"&&!Array.isArray(d)){let H;
if((d.key===void 0||!o.call(d,"key"))&&(H="key"))return F.errors=[s],!1;if(d.prefix!==void 0&&o.call(d,"prefix")){var D=!1;return F.errors=[s],!1}else var D=!0;
if(D){if(d.after!==void 0&&o.call(d,"after")){var D=!1;return F.errors=[s],!1}else var D=!0;if(D)if(d.limit!==void 0&&o.call(d,"limit")){var D=!1;return F.errors=
[s],!1}else var D=!0}}var _=$e===e;re=_,re&&a!==!0&&(a=a||{},a.prefix=!0,a.after=!0,a.limit=!0),de="else"}if(!re){let $e=s;return t===null?t=[$e]:t.push($e),e++,
F.errors=t,!1}if(e===W)if(d&&typeof d=="object"&&!Array.isArray(d)){let $e;if((d.op===void 0||!o.call(d,"op"))&&($e="op"))return F.errors=[s],!1;{let oe=e;for(let H of Object.
keys(d))if(!(H==="op"||H==="key"||H==="value"||H==="ttlMs"||H==="ifVersion"||H==="prefix"||H==="after"||H==="limit")){return F.errors=[s],!1;break}if(oe===e){if(d.
op!==void 0&&o.call(d,"op")){let H=d.op,J=e;if(!(H==="get"||H==="set"||H==="delete"||H==="list"))return F.errors=[s],!1;var L=J===e}else var L=!0;if(L){if(d.key!==
void 0&&o.call(d,"key")){let H=d.key,J=e;if(e===J)if(typeof H=="string"){if(Y(H)>1024)return F.errors=[s],!1}else return F.errors=[s],!1;var L=J===e}else var L=!0;
if(L){if(d.value!==void 0&&o.call(d,"value")){let H=e;if(typeof d.value!="string")return F.errors=[s],!1;var L=H===e}else var L=!0;if(L){if(d.ttlMs!==void 0&&o.
call(d,"ttlMs")){let H=d.ttlMs,J=e;if(!(typeof H=="number"&&!(H%1)&&!isNaN(H)&&isFinite(H)))return F.errors=[s],!1;if(e===J&&typeof H=="number"&&isFinite(H)&&(H<
1||isNaN(H)))return F.errors=[s],!1;var L=J===e}else var L=!0;if(L){if(d.ifVersion!==void 0&&o.call(d,"ifVersion")){let H=d.ifVersion,J=e;if(typeof H!="string"&&
H!==null)return F.errors=[s],!1;if(e===J&&typeof H=="string"&&Y(H)>1024)return F.errors=[s],!1;var L=J===e}else var L=!0;if(L){if(d.prefix!==void 0&&o.call(d,"p\
refix")){let H=d.prefix,J=e;if(e===J)if(typeof H=="string"){if(Y(H)>1024)return F.errors=[s],!1}else return F.errors=[s],!1;var L=J===e}else var L=!0;if(L){if(d.
after!==void 0&&o.call(d,"after")){let H=d.after,J=e;if(e===J)if(typeof H=="string"){if(Y(H)>1024)return F.errors=[s],!1}else return F.errors=[s],!1;var L=J===e}else
var L=!0;if(L)if(d.limit!==void 0&&o.call(d,"limit")){let H=d.limit,J=e;if(!(typeof H=="number"&&!(H%1)&&!isNaN(H)&&isFinite(H)))return F.errors=[s],!1;if(e===J&&
typeof H=="number"&&isFinite(H)&&(H<1||isNaN(H)))return F.errors=[s],!1;var L=J===e}else var L=!0}}}}}}}}}else return F.errors=[s],!1;var p=K===e}else var p=!0;
if(p){if(r.sign!==void 0&&o.call(r,"sign")){let d=r.sign,K=e,W=e,T=e,re=!1,ue=null,de=e;if(d&&typeof d=="object"&&!Array.isArray(d)){let oe;if((d.text===void 0||
!o.call(d,"text"))&&(oe="text")){let H=s;t===null?t=[H]:t.push(H),e++}}var ee=de===e;ee&&(re=!0,ue=0);let _e=e;if(d&&typeof d=="object"&&!Array.isArray(d)){let oe;
if((d.base64===void 0||!o.call(d,"base64"))&&(oe="base64")){let H=s;t===null?t=[H]:t.push(H),e++}}var ee=_e===e;if(ee&&re?(re=!1,ue=[ue,1]):ee&&(re=!0,ue=1),re)
e=T,t!==null&&(T?t.length=T:t=null);else{let oe=s;return t===null?t=[oe]:t.push(oe),e++,F.errors=t,!1}if(e===W)if(d&&typeof d=="object"&&!Array.isArray(d)){let oe;
if((d.name===void 0||!o.call(d,"name"))&&(oe="name")||(d.algorithm===void 0||!o.call(d,"algorithm"))&&(oe="algorithm"))return F.errors=[s],!1;{let H=e;for(let J of Object.
keys(d))if(!(J==="name"||J==="algorithm"||J==="text"||J==="base64")){return F.errors=[s],!1;break}if(H===e){if(d.name!==void 0&&o.call(d,"name")){let J=d.name,X=e;
if(e===X)if(typeof J=="string"){if(!Te.test(J))return F.errors=[s],!1}else return F.errors=[s],!1;var S=X===e}else var S=!0;if(S){if(d.algorithm!==void 0&&o.call(
d,"algorithm")){let J=d.algorithm,X=e;if(!(J==="HS256"||J==="HS384"||J==="HS512"||J==="RS256"||J==="ES256"))return F.errors=[s],!1;var S=X===e}else var S=!0;if(S){
if(d.text!==void 0&&o.call(d,"text")){let J=d.text,X=e;if(e===X)if(typeof J=="string"){if(Y(J)>65536)return F.errors=[s],!1}else return F.errors=[s],!1;var S=X===
e}else var S=!0;if(S)if(d.base64!==void 0&&o.call(d,"base64")){let J=d.base64,X=e;if(e===X)if(typeof J=="string"){if(Y(J)>87384)return F.errors=[s],!1;if(!He.test(
J))return F.errors=[s],!1}else return F.errors=[s],!1;var S=X===e}else var S=!0}}}}}else return F.errors=[s],!1;var p=K===e}else var p=!0;if(p)if(r.error!==void 0&&
o.call(r,"error")){let d=r.error,K=e;if(e===e)if(d&&typeof d=="object"&&!Array.isArray(d)){let re;if((d.name===void 0||!o.call(d,"name"))&&(re="name")||(d.message===
void 0||!o.call(d,"message"))&&(re="message"))return F.errors=[s],!1;{let ue=e;for(let de of Object.keys(d))if(!(de==="name"||de==="message")){return F.errors=[
s],!1;break}if(ue===e){if(d.name!==void 0&&o.call(d,"name")){let de=d.name,_e=e;if(e===_e)if(typeof de=="string"){if(!mr.test(de))return F.errors=[s],!1}else return F.
errors=[s],!1;var k=_e===e}else var k=!0;if(k)if(d.message!==void 0&&o.call(d,"message")){let de=d.message,_e=e;if(e===_e)if(typeof de=="string"){if(Y(de)>1024)
return F.errors=[s],!1;if(!qe.test(de))return F.errors=[s],!1}else return F.errors=[s],!1;var k=_e===e}else var k=!0}}}else return F.errors=[s],!1;var p=K===e}else
var p=!0}}}}}else return F.errors=[s],!1;return F.errors=t,e===0}F.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function be(r,{instancePath:P="",parentData:te,
parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=be.evaluated;if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0),e===
0)if(r&&typeof r=="object"&&!Array.isArray(r)){let c;if((r.arguments===void 0||!o.call(r,"arguments"))&&(c="arguments")||(r.result===void 0||!o.call(r,"result"))&&
(c="result"))return be.errors=[s],!1;{let N=e;for(let x of Object.keys(r))if(!(x==="description"||x==="arguments"||x==="result"||x==="effects")){return be.errors=
[s],!1;break}if(N===e){if(r.description!==void 0&&o.call(r,"description")){let x=r.description,I=e;if(e===I)if(typeof x=="string"){if(Y(x)>1024)return be.errors=
[s],!1;if(Y(x)<1)return be.errors=[s],!1;if(!Ve.test(x))return be.errors=[s],!1}else return be.errors=[s],!1;var l=I===e}else var l=!0;if(l){if(r.arguments!==void 0&&
o.call(r,"arguments")){let x=r.arguments,I=e;if(!(x&&typeof x=="object"&&!Array.isArray(x)))return be.errors=[s],!1;var l=I===e}else var l=!0;if(l)if(r.effects!==
void 0&&o.call(r,"effects")){let x=r.effects,I=e;if(e===I)if(Array.isArray(x)){if(x.length>64)return be.errors=[s],!1;{var $=!0;let j=x.length;for(let b=0;b<j;b++){
let v=e;F(x[b],{instancePath:P+"/effects/"+b,parentData:x,parentDataProperty:b,rootData:q,dynamicAnchors:A})||(t=t===null?F.errors:t.concat(F.errors),e=t.length);
var $=v===e;if(!$)break}}}else return be.errors=[s],!1;var l=I===e}else var l=!0}}}}else return be.errors=[s],!1;return be.errors=t,e===0}be.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function B(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=B.evaluated;
O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0);let l=e,$=!0,c=e,N=e,x=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let u;if((r.contentBlocks===
void 0||!o.call(r,"contentBlocks"))&&(u="contentBlocks")){let g={};t===null?t=[g]:t.push(g),e++}}var I=x===e;if(I){let u={};t===null?t=[u]:t.push(u),e++}else e=
N,t!==null&&(N?t.length=N:t=null);var n=c===e;e=l,t!==null&&(l?t.length=l:t=null);let j;if(n){let u=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let f;if((r.outputSchema===
void 0||!o.call(r,"outputSchema"))&&(f="outputSchema"))return B.errors=[s],!1}var n=u===e;$=n,j="then"}else{let u=e;if(r&&typeof r=="object"&&!Array.isArray(r)&&
r.outputSchema!==void 0&&o.call(r,"outputSchema")){let f=r.outputSchema;if(e===e)if(f&&typeof f=="object"&&!Array.isArray(f)){let p;if((f.type===void 0||!o.call(
f,"type"))&&(p="type"))return B.errors=[s],!1;if(f.type!==void 0&&o.call(f,"type")&&f.type!=="object")return B.errors=[s],!1}else return B.errors=[s],!1}var n=u===
e;if($=n,$){var b={};b.outputSchema=!0}j="else"}if(!$){let u=s;return t===null?t=[u]:t.push(u),e++,B.errors=t,!1}if(e===0)if(r&&typeof r=="object"&&!Array.isArray(
r)){let u;if((r.name===void 0||!o.call(r,"name"))&&(u="name")||(r.description===void 0||!o.call(r,"description"))&&(u="description")||(r.inputSchema===void 0||!o.
call(r,"inputSchema"))&&(u="inputSchema"))return B.errors=[s],!1;{let g=e;for(let f of Object.keys(r))if(!o.call(or.properties,f)){return B.errors=[s],!1;break}
if(g===e){if(r.name!==void 0&&o.call(r,"name")){let f=r.name,Z=e;if(e===Z)if(typeof f=="string"){if(!ur.test(f))return B.errors=[s],!1}else return B.errors=[s],
!1;var v=Z===e}else var v=!0;if(v){if(r.title!==void 0&&o.call(r,"title")){let f=r.title,Z=e;if(e===Z)if(typeof f=="string"){if(Y(f)>256)return B.errors=[s],!1;
if(Y(f)<1)return B.errors=[s],!1;if(!qe.test(f))return B.errors=[s],!1}else return B.errors=[s],!1;var v=Z===e}else var v=!0;if(v){if(r.description!==void 0&&o.
call(r,"description")){let f=r.description,Z=e;if(e===Z)if(typeof f=="string"){if(Y(f)>8192)return B.errors=[s],!1;if(Y(f)<1)return B.errors=[s],!1;if(!Ve.test(
f))return B.errors=[s],!1}else return B.errors=[s],!1;var v=Z===e}else var v=!0;if(v){if(r.inputSchema!==void 0&&o.call(r,"inputSchema")){let f=r.inputSchema,Z=e;
if(e===Z)if(f&&typeof f=="object"&&!Array.isArray(f)){let _;if((f.type===void 0||!o.call(f,"type"))&&(_="type"))return B.errors=[s],!1;if(f.type!==void 0&&o.call(
f,"type")&&f.type!=="object")return B.errors=[s],!1}else return B.errors=[s],!1;var v=Z===e}else var v=!0;if(v){if(r.outputSchema!==void 0&&o.call(r,"outputSche\
ma")){let f=r.outputSchema,Z=e;if(!(f&&typeof f=="object"&&!Array.isArray(f)))return B.errors=[s],!1;var v=Z===e}else var v=!0;if(v){if(r.contentBlocks!==void 0&&
o.call(r,"contentBlocks")){let f=e;if(r.contentBlocks!==!0)return B.errors=[s],!1;var v=f===e}else var v=!0;if(v){if(r.annotations!==void 0&&o.call(r,"annotatio\
ns")){let f=r.annotations,Z=e;if(e===e)if(f&&typeof f=="object"&&!Array.isArray(f)){let y=e;for(let a of Object.keys(f))if(!(a==="title"||a==="readOnlyHint"||a===
"destructiveHint"||a==="idempotentHint"||a==="openWorldHint")){return B.errors=[s],!1;break}if(y===e){if(f.title!==void 0&&o.call(f,"title")){let a=f.title,D=e;
if(e===D)if(typeof a=="string"){if(Y(a)>256)return B.errors=[s],!1;if(Y(a)<1)return B.errors=[s],!1;if(!qe.test(a))return B.errors=[s],!1}else return B.errors=[
s],!1;var M=D===e}else var M=!0;if(M){if(f.readOnlyHint!==void 0&&o.call(f,"readOnlyHint")){let a=e;if(typeof f.readOnlyHint!="boolean")return B.errors=[s],!1;var M=a===
e}else var M=!0;if(M){if(f.destructiveHint!==void 0&&o.call(f,"destructiveHint")){let a=e;if(typeof f.destructiveHint!="boolean")return B.errors=[s],!1;var M=a===
e}else var M=!0;if(M){if(f.idempotentHint!==void 0&&o.call(f,"idempotentHint")){let a=e;if(typeof f.idempotentHint!="boolean")return B.errors=[s],!1;var M=a===e}else
var M=!0;if(M)if(f.openWorldHint!==void 0&&o.call(f,"openWorldHint")){let a=e;if(typeof f.openWorldHint!="boolean")return B.errors=[s],!1;var M=a===e}else var M=!0}}}}}else
return B.errors=[s],!1;var v=Z===e}else var v=!0;if(v){if(r.export!==void 0&&o.call(r,"export")){let f=r.export,Z=e;if(e===Z)if(typeof f=="string"){if(Y(f)>128)
return B.errors=[s],!1;if(!cr.test(f))return B.errors=[s],!1}else return B.errors=[s],!1;var v=Z===e}else var v=!0;if(v){if(r.limits!==void 0&&o.call(r,"limits")){
let f=r.limits,Z=e;if(e===e)if(f&&typeof f=="object"&&!Array.isArray(f)){let y=e;for(let a of Object.keys(f))if(!o.call(Xe.properties,a)){return B.errors=[s],!1;
break}if(y===e){if(f.cpuMs!==void 0&&o.call(f,"cpuMs")){let a=f.cpuMs,D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.errors=[s],!1;if(e===
D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[s],!1;var i=D===e}else var i=!0;if(i){if(f.wallMs!==void 0&&o.call(f,"wallMs")){let a=f.wallMs,
D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[
s],!1;var i=D===e}else var i=!0;if(i){if(f.memoryMb!==void 0&&o.call(f,"memoryMb")){let a=f.memoryMb,D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))
return B.errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[s],!1;var i=D===e}else var i=!0;if(i){if(f.argumentsBytes!==void 0&&
o.call(f,"argumentsBytes")){let a=f.argumentsBytes,D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.errors=[s],!1;if(e===D&&typeof a=="numb\
er"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[s],!1;var i=D===e}else var i=!0;if(i){if(f.resultBytes!==void 0&&o.call(f,"resultBytes")){let a=f.resultBytes,
D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[
s],!1;var i=D===e}else var i=!0;if(i){if(f.resultDepth!==void 0&&o.call(f,"resultDepth")){let a=f.resultDepth,D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(
a)))return B.errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[s],!1;var i=D===e}else var i=!0;if(i){if(f.logBytes!==void 0&&
o.call(f,"logBytes")){let a=f.logBytes,D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(
a)&&(a<1||isNaN(a)))return B.errors=[s],!1;var i=D===e}else var i=!0;if(i){if(f.logLines!==void 0&&o.call(f,"logLines")){let a=f.logLines,D=e;if(!(typeof a=="nu\
mber"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[s],!1;var i=D===e}else
var i=!0;if(i){if(f.hostCalls!==void 0&&o.call(f,"hostCalls")){let a=f.hostCalls,D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.errors=[s],
!1;if(e===D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[s],!1;var i=D===e}else var i=!0;if(i){if(f.fetchCalls!==void 0&&o.call(f,"fetchCa\
lls")){let a=f.fetchCalls,D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(
a)))return B.errors=[s],!1;var i=D===e}else var i=!0;if(i){if(f.fetchConcurrency!==void 0&&o.call(f,"fetchConcurrency")){let a=f.fetchConcurrency,D=e;if(!(typeof a==
"number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[s],!1;var i=D===e}else
var i=!0;if(i){if(f.fetchRequestBytes!==void 0&&o.call(f,"fetchRequestBytes")){let a=f.fetchRequestBytes,D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(
a)))return B.errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[s],!1;var i=D===e}else var i=!0;if(i){if(f.fetchResponseBytes!==
void 0&&o.call(f,"fetchResponseBytes")){let a=f.fetchResponseBytes,D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.errors=[s],!1;if(e===D&&
typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[s],!1;var i=D===e}else var i=!0;if(i){if(f.fetchMs!==void 0&&o.call(f,"fetchMs")){let a=f.fetchMs,
D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[
s],!1;var i=D===e}else var i=!0;if(i){if(f.storeBytes!==void 0&&o.call(f,"storeBytes")){let a=f.storeBytes,D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(
a)))return B.errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[s],!1;var i=D===e}else var i=!0;if(i){if(f.storeKeys!==void 0&&
o.call(f,"storeKeys")){let a=f.storeKeys,D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(
a)&&(a<1||isNaN(a)))return B.errors=[s],!1;var i=D===e}else var i=!0;if(i){if(f.storeValueBytes!==void 0&&o.call(f,"storeValueBytes")){let a=f.storeValueBytes,D=e;
if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[s],!1;
var i=D===e}else var i=!0;if(i)if(f.signCalls!==void 0&&o.call(f,"signCalls")){let a=f.signCalls,D=e;if(!(typeof a=="number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return B.
errors=[s],!1;if(e===D&&typeof a=="number"&&isFinite(a)&&(a<1||isNaN(a)))return B.errors=[s],!1;var i=D===e}else var i=!0}}}}}}}}}}}}}}}}}}else return B.errors=
[s],!1;var v=Z===e}else var v=!0;if(v)if(r.examples!==void 0&&o.call(r,"examples")){let f=r.examples,Z=e;if(e===Z)if(Array.isArray(f)){if(f.length>64)return B.errors=
[s],!1;{var m=!0;let _=f.length;for(let y=0;y<_;y++){let a=e;be(f[y],{instancePath:P+"/examples/"+y,parentData:f,parentDataProperty:y,rootData:q,dynamicAnchors:A})||
(t=t===null?be.errors:t.concat(be.errors),e=t.length);var m=a===e;if(!m)break}}}else return B.errors=[s],!1;var v=Z===e}else var v=!0}}}}}}}}}}}else return B.errors=
[s],!1;return B.errors=t,e===0}B.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var yr=ze().default,vr=new RegExp("^/[!-~]*$","u"),gr=new RegExp("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$","u");function C(r,{instancePath:P="",parentData:te,parentDataProperty:ne,
rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=C.evaluated;if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0),e===0)if(r&&typeof r=="o\
bject"&&!Array.isArray(r)){let u=e;for(let g of Object.keys(r))if(!(g==="fetch"||g==="store"||g==="secrets"||g==="signing")){return C.errors=[s],!1;break}if(u===
e){if(r.fetch!==void 0&&o.call(r,"fetch")){let g=r.fetch,f=e;if(e===f)if(Array.isArray(g)){if(g.length>128)return C.errors=[s],!1;{var l=!0;let Z=g.length;for(let p=0;p<
Z;p++){let _=g[p],y=e;if(e===e)if(_&&typeof _=="object"&&!Array.isArray(_)){let L;if((_.origin===void 0||!o.call(_,"origin"))&&(L="origin"))return C.errors=[s],
!1;{let ee=e;for(let S of Object.keys(_))if(!(S==="origin"||S==="methods"||S==="path"||S==="optional")){return C.errors=[s],!1;break}if(ee===e){if(_.origin!==void 0&&
o.call(_,"origin")){let S=_.origin,k=e;if(e===k)if(typeof S=="string"){if(Y(S)>300)return C.errors=[s],!1}else return C.errors=[s],!1;var $=k===e}else var $=!0;
if($){if(_.methods!==void 0&&o.call(_,"methods")){let S=_.methods,k=e;if(e===k)if(Array.isArray(S)){if(S.length>16)return C.errors=[s],!1;if(S.length<1)return C.
errors=[s],!1;{var c=!0;let d=S.length;for(let K=0;K<d;K++){let W=S[K],T=e;if(e===T)if(typeof W=="string"){if(!er.test(W))return C.errors=[s],!1}else return C.errors=
[s],!1;var c=T===e;if(!c)break}if(c){let K=S.length,W;if(K>1){let T={};for(;K--;){let re=S[K];if(typeof re=="string"){if(typeof T[re]=="number"){return W=T[re],
C.errors=[s],!1;break}T[re]=K}}}}}}else return C.errors=[s],!1;var $=k===e}else var $=!0;if($){if(_.path!==void 0&&o.call(_,"path")){let S=_.path,k=e;if(e===k)if(typeof S==
"string"){if(Y(S)>1024)return C.errors=[s],!1;if(!vr.test(S))return C.errors=[s],!1}else return C.errors=[s],!1;var $=k===e}else var $=!0;if($)if(_.optional!==void 0&&
o.call(_,"optional")){let S=e;if(typeof _.optional!="boolean")return C.errors=[s],!1;var $=S===e}else var $=!0}}}}}else return C.errors=[s],!1;var l=y===e;if(!l)
break}}}else return C.errors=[s],!1;var N=f===e}else var N=!0;if(N){if(r.store!==void 0&&o.call(r,"store")){let g=r.store,f=e;if(e===e)if(g&&typeof g=="object"&&
!Array.isArray(g)){let _=e;for(let y of Object.keys(g))if(!(y==="scope"||y==="optional")){return C.errors=[s],!1;break}if(_===e){if(g.scope!==void 0&&o.call(g,"\
scope")){let y=g.scope,a=e;if(!(y==="plugin"||y==="caller"))return C.errors=[s],!1;var x=a===e}else var x=!0;if(x)if(g.optional!==void 0&&o.call(g,"optional")){
let y=e;if(typeof g.optional!="boolean")return C.errors=[s],!1;var x=y===e}else var x=!0}}else return C.errors=[s],!1;var N=f===e}else var N=!0;if(N){if(r.secrets!==
void 0&&o.call(r,"secrets")){let g=r.secrets,f=e;if(e===f)if(Array.isArray(g)){if(g.length>32)return C.errors=[s],!1;{var I=!0;let p=g.length;for(let _=0;_<p;_++){
let y=g[_],a=e;if(e===e)if(y&&typeof y=="object"&&!Array.isArray(y)){let ee;if((y.name===void 0||!o.call(y,"name"))&&(ee="name")||(y.origin===void 0||!o.call(y,
"origin"))&&(ee="origin"))return C.errors=[s],!1;{let S=e;for(let k of Object.keys(y))if(!(k==="name"||k==="origin"||k==="headers"||k==="parameters"||k==="bodyM\
embers"||k==="description"||k==="optional")){return C.errors=[s],!1;break}if(S===e){if(y.name!==void 0&&o.call(y,"name")){let k=y.name,se=e;if(e===se)if(typeof k==
"string"){if(!Te.test(k))return C.errors=[s],!1}else return C.errors=[s],!1;var n=se===e}else var n=!0;if(n){if(y.origin!==void 0&&o.call(y,"origin")){let k=y.origin,
se=e;if(e===se)if(typeof k=="string"){if(Y(k)>300)return C.errors=[s],!1}else return C.errors=[s],!1;var n=se===e}else var n=!0;if(n){if(y.headers!==void 0&&o.call(
y,"headers")){let k=y.headers,se=e;if(e===se)if(Array.isArray(k)){if(k.length>8)return C.errors=[s],!1;if(k.length<1)return C.errors=[s],!1;{var j=!0;let K=k.length;
for(let W=0;W<K;W++){let T=k[W],re=e;if(e===re)if(typeof T=="string"){if(!gr.test(T))return C.errors=[s],!1}else return C.errors=[s],!1;var j=re===e;if(!j)break}}}else
return C.errors=[s],!1;var n=se===e}else var n=!0;if(n){if(y.parameters!==void 0&&o.call(y,"parameters")){let k=y.parameters,se=e;if(e===se)if(Array.isArray(k)){
if(k.length>8)return C.errors=[s],!1;if(k.length<1)return C.errors=[s],!1;{var b=!0;let K=k.length;for(let W=0;W<K;W++){let T=k[W],re=e;if(e===re)if(typeof T=="\
string"){if(Y(T)>100)return C.errors=[s],!1;if(Y(T)<1)return C.errors=[s],!1}else return C.errors=[s],!1;var b=re===e;if(!b)break}}}else return C.errors=[s],!1;
var n=se===e}else var n=!0;if(n){if(y.bodyMembers!==void 0&&o.call(y,"bodyMembers")){let k=y.bodyMembers,se=e;if(e===se)if(Array.isArray(k)){if(k.length>8)return C.
errors=[s],!1;if(k.length<1)return C.errors=[s],!1;{var v=!0;let K=k.length;for(let W=0;W<K;W++){let T=k[W],re=e;if(e===re)if(typeof T=="string"){if(Y(T)>100)return C.
errors=[s],!1;if(Y(T)<1)return C.errors=[s],!1}else return C.errors=[s],!1;var v=re===e;if(!v)break}}}else return C.errors=[s],!1;var n=se===e}else var n=!0;if(n){
if(y.description!==void 0&&o.call(y,"description")){let k=y.description,se=e;if(e===se)if(typeof k=="string"){if(Y(k)>1024)return C.errors=[s],!1;if(Y(k)<1)return C.
errors=[s],!1;if(!qe.test(k))return C.errors=[s],!1}else return C.errors=[s],!1;var n=se===e}else var n=!0;if(n)if(y.optional!==void 0&&o.call(y,"optional")){let k=e;
if(typeof y.optional!="boolean")return C.errors=[s],!1;var n=k===e}else var n=!0}}}}}}}}else return C.errors=[s],!1;var I=a===e;if(!I)break}}}else return C.errors=
[s],!1;var N=f===e}else var N=!0;if(N)if(r.signing!==void 0&&o.call(r,"signing")){let g=r.signing,f=e;if(e===f)if(Array.isArray(g)){if(g.length>16)return C.errors=
[s],!1;{var M=!0;let p=g.length;for(let _=0;_<p;_++){let y=g[_],a=e;if(e===e)if(y&&typeof y=="object"&&!Array.isArray(y)){let ee;if((y.name===void 0||!o.call(y,
"name"))&&(ee="name")||(y.algorithms===void 0||!o.call(y,"algorithms"))&&(ee="algorithms"))return C.errors=[s],!1;{let S=e;for(let k of Object.keys(y))if(!(k===
"name"||k==="algorithms"||k==="description"||k==="optional")){return C.errors=[s],!1;break}if(S===e){if(y.name!==void 0&&o.call(y,"name")){let k=y.name,se=e;if(e===
se)if(typeof k=="string"){if(!Te.test(k))return C.errors=[s],!1}else return C.errors=[s],!1;var i=se===e}else var i=!0;if(i){if(y.algorithms!==void 0&&o.call(y,
"algorithms")){let k=y.algorithms,se=e;if(e===se)if(Array.isArray(k)){if(k.length>3)return C.errors=[s],!1;if(k.length<1)return C.errors=[s],!1;{var m=!0;let K=k.
length;for(let W=0;W<K;W++){let T=k[W],re=e;if(!(T==="HS256"||T==="HS384"||T==="HS512"||T==="RS256"||T==="ES256"))return C.errors=[s],!1;var m=re===e;if(!m)break}
if(m){let W=k.length,T;if(W>1){e:for(;W--;)for(T=W;T--;)if(yr(k[W],k[T])){return C.errors=[s],!1;break e}}}}}else return C.errors=[s],!1;var i=se===e}else var i=!0;
if(i){if(y.description!==void 0&&o.call(y,"description")){let k=y.description,se=e;if(e===se)if(typeof k=="string"){if(Y(k)>1024)return C.errors=[s],!1;if(Y(k)<
1)return C.errors=[s],!1;if(!qe.test(k))return C.errors=[s],!1}else return C.errors=[s],!1;var i=se===e}else var i=!0;if(i)if(y.optional!==void 0&&o.call(y,"opt\
ional")){let k=e;if(typeof y.optional!="boolean")return C.errors=[s],!1;var i=k===e}else var i=!0}}}}}else return C.errors=[s],!1;var M=a===e;if(!M)break}}}else
return C.errors=[s],!1;var N=f===e}else var N=!0}}}}else return C.errors=[s],!1;return C.errors=t,e===0}C.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function R(r,{
instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=R.evaluated;if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&
(O.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let x;if((r.name===void 0||!o.call(r,"name"))&&(x="name")||(r.tools===void 0||!o.call(r,"too\
ls"))&&(x="tools"))return R.errors=[s],!1;{let I=e;for(let n of Object.keys(r))if(!o.call(tr.properties,n)){return R.errors=[s],!1;break}if(I===e){if(r.$schema!==
void 0&&o.call(r,"$schema")){let n=r.$schema,j=e;if(e===j)if(typeof n=="string"){if(Y(n)>2048)return R.errors=[s],!1}else return R.errors=[s],!1;var l=j===e}else
var l=!0;if(l){if(r.name!==void 0&&o.call(r,"name")){let n=r.name,j=e;if(e===j)if(typeof n=="string"){if(!sr.test(n))return R.errors=[s],!1}else return R.errors=
[s],!1;var l=j===e}else var l=!0;if(l){if(r.version!==void 0&&o.call(r,"version")){let n=r.version,j=e;if(e===j)if(typeof n=="string"){if(Y(n)>128)return R.errors=
[s],!1;if(!ir.test(n))return R.errors=[s],!1}else return R.errors=[s],!1;var l=j===e}else var l=!0;if(l){if(r.description!==void 0&&o.call(r,"description")){let n=r.
description,j=e;if(e===j)if(typeof n=="string"){if(Y(n)>8192)return R.errors=[s],!1;if(Y(n)<1)return R.errors=[s],!1;if(!Ve.test(n))return R.errors=[s],!1}else return R.
errors=[s],!1;var l=j===e}else var l=!0;if(l){if(r.author!==void 0&&o.call(r,"author")){let n=r.author,j=e;if(e===j)if(typeof n=="string"){if(Y(n)>256)return R.
errors=[s],!1;if(Y(n)<1)return R.errors=[s],!1;if(!qe.test(n))return R.errors=[s],!1}else return R.errors=[s],!1;var l=j===e}else var l=!0;if(l){if(r.license!==
void 0&&o.call(r,"license")){let n=r.license,j=e;if(e===j)if(typeof n=="string"){if(Y(n)>128)return R.errors=[s],!1;if(Y(n)<1)return R.errors=[s],!1;if(!qe.test(
n))return R.errors=[s],!1}else return R.errors=[s],!1;var l=j===e}else var l=!0;if(l){if(r.homepage!==void 0&&o.call(r,"homepage")){let n=r.homepage,j=e;if(e===
j)if(typeof n=="string"){if(Y(n)>2048)return R.errors=[s],!1;if(!Ye.test(n))return R.errors=[s],!1}else return R.errors=[s],!1;var l=j===e}else var l=!0;if(l){if(r.
entry!==void 0&&o.call(r,"entry")){let n=r.entry,j=e;if(e===j)if(typeof n=="string"){if(Y(n)>256)return R.errors=[s],!1;if(!nr.test(n))return R.errors=[s],!1}else
return R.errors=[s],!1;var l=j===e}else var l=!0;if(l){if(r.tools!==void 0&&o.call(r,"tools")){let n=r.tools,j=e;if(e===j)if(Array.isArray(n)){if(n.length>128)return R.
errors=[s],!1;if(n.length<1)return R.errors=[s],!1;{var $=!0;let v=n.length;for(let M=0;M<v;M++){let i=e;B(n[M],{instancePath:P+"/tools/"+M,parentData:n,parentDataProperty:M,
rootData:q,dynamicAnchors:A})||(t=t===null?B.errors:t.concat(B.errors),e=t.length);var $=i===e;if(!$)break}}}else return R.errors=[s],!1;var l=j===e}else var l=!0;
if(l){if(r.limits!==void 0&&o.call(r,"limits")){let n=r.limits,j=e;if(e===e)if(n&&typeof n=="object"&&!Array.isArray(n)){let M=e;for(let i of Object.keys(n))if(!o.
call(Xe.properties,i)){return R.errors=[s],!1;break}if(M===e){if(n.cpuMs!==void 0&&o.call(n,"cpuMs")){let i=n.cpuMs,m=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(
i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0;if(c){if(n.wallMs!==
void 0&&o.call(n,"wallMs")){let i=n.wallMs,m=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(
i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0;if(c){if(n.memoryMb!==void 0&&o.call(n,"memoryMb")){let i=n.memoryMb,m=e;if(!(typeof i=="nu\
mber"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else
var c=!0;if(c){if(n.argumentsBytes!==void 0&&o.call(n,"argumentsBytes")){let i=n.argumentsBytes,m=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return R.
errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0;if(c){if(n.resultBytes!==void 0&&o.call(
n,"resultBytes")){let i=n.resultBytes,m=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(
i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0;if(c){if(n.resultDepth!==void 0&&o.call(n,"resultDepth")){let i=n.resultDepth,m=e;if(!(typeof i==
"number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else
var c=!0;if(c){if(n.logBytes!==void 0&&o.call(n,"logBytes")){let i=n.logBytes,m=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;
if(e===m&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0;if(c){if(n.logLines!==void 0&&o.call(n,"logLines")){
let i=n.logLines,m=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))
return R.errors=[s],!1;var c=m===e}else var c=!0;if(c){if(n.hostCalls!==void 0&&o.call(n,"hostCalls")){let i=n.hostCalls,m=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(
i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0;if(c){if(n.fetchCalls!==
void 0&&o.call(n,"fetchCalls")){let i=n.fetchCalls,m=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="numb\
er"&&isFinite(i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0;if(c){if(n.fetchConcurrency!==void 0&&o.call(n,"fetchConcurrency")){let i=n.fetchConcurrency,
m=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return R.errors=[
s],!1;var c=m===e}else var c=!0;if(c){if(n.fetchRequestBytes!==void 0&&o.call(n,"fetchRequestBytes")){let i=n.fetchRequestBytes,m=e;if(!(typeof i=="number"&&!(i%
1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0;if(c){
if(n.fetchResponseBytes!==void 0&&o.call(n,"fetchResponseBytes")){let i=n.fetchResponseBytes,m=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return R.
errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0;if(c){if(n.fetchMs!==void 0&&o.call(n,
"fetchMs")){let i=n.fetchMs,m=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(i)&&(i<1||
isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0;if(c){if(n.storeBytes!==void 0&&o.call(n,"storeBytes")){let i=n.storeBytes,m=e;if(!(typeof i=="number"&&
!(i%1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0;
if(c){if(n.storeKeys!==void 0&&o.call(n,"storeKeys")){let i=n.storeKeys,m=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;if(e===
m&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0;if(c){if(n.storeValueBytes!==void 0&&o.call(n,"storeValueBy\
tes")){let i=n.storeValueBytes,m=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(i)&&(i<
1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0;if(c)if(n.signCalls!==void 0&&o.call(n,"signCalls")){let i=n.signCalls,m=e;if(!(typeof i=="number"&&
!(i%1)&&!isNaN(i)&&isFinite(i)))return R.errors=[s],!1;if(e===m&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return R.errors=[s],!1;var c=m===e}else var c=!0}}}}}}}}}}}}}}}}}}else
return R.errors=[s],!1;var l=j===e}else var l=!0;if(l){if(r.freshState!==void 0&&o.call(r,"freshState")){let n=e;if(r.freshState!=="isolate")return R.errors=[s],
!1;var l=n===e}else var l=!0;if(l){if(r.importedFrom!==void 0&&o.call(r,"importedFrom")){let n=r.importedFrom,j=e;if(e===e)if(n&&typeof n=="object"&&!Array.isArray(
n)){let M;if((n.kind===void 0||!o.call(n,"kind"))&&(M="kind")||(n.source===void 0||!o.call(n,"source"))&&(M="source"))return R.errors=[s],!1;{let i=e;for(let m of Object.
keys(n))if(!(m==="kind"||m==="source"||m==="version"||m==="integrity")){return R.errors=[s],!1;break}if(i===e){if(n.kind!==void 0&&o.call(n,"kind")){let m=n.kind,
u=e;if(e===u)if(typeof m=="string"){if(!ar.test(m))return R.errors=[s],!1}else return R.errors=[s],!1;var N=u===e}else var N=!0;if(N){if(n.source!==void 0&&o.call(
n,"source")){let m=n.source,u=e;if(e===u)if(typeof m=="string"){if(Y(m)>2048)return R.errors=[s],!1;if(Y(m)<1)return R.errors=[s],!1;if(!qe.test(m))return R.errors=
[s],!1}else return R.errors=[s],!1;var N=u===e}else var N=!0;if(N){if(n.version!==void 0&&o.call(n,"version")){let m=n.version,u=e;if(e===u)if(typeof m=="string"){
if(Y(m)>128)return R.errors=[s],!1;if(Y(m)<1)return R.errors=[s],!1;if(!lr.test(m))return R.errors=[s],!1}else return R.errors=[s],!1;var N=u===e}else var N=!0;
if(N)if(n.integrity!==void 0&&o.call(n,"integrity")){let m=n.integrity,u=e;if(e===u)if(typeof m=="string"){if(!fr.test(m))return R.errors=[s],!1}else return R.errors=
[s],!1;var N=u===e}else var N=!0}}}}}else return R.errors=[s],!1;var l=j===e}else var l=!0;if(l)if(r.capabilities!==void 0&&o.call(r,"capabilities")){let n=e;C(
r.capabilities,{instancePath:P+"/capabilities",parentData:r,parentDataProperty:"capabilities",rootData:q,dynamicAnchors:A})||(t=t===null?C.errors:t.concat(C.errors),
e=t.length);var l=n===e}else var l=!0}}}}}}}}}}}}}}else return R.errors=[s],!1;return R.errors=t,e===0}R.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var h={},hr=Le;var w=Object.prototype.hasOwnProperty,br=new RegExp("^[a-z0-9][a-z0-9-]{0,63}$","u"),_r={type:"object",properties:{version:{$ref:"#/$defs/version"},digest:{$ref:"\
#/$defs/digest"},key:{type:"string",maxLength:128},tools:{type:"object",additionalProperties:{$ref:"#/$defs/tool"}},dropped:{type:"object",additionalProperties:{
$ref:"#/$defs/tool"}},limits:{$ref:"#/$defs/limits"},toolLimits:{type:"object",additionalProperties:{$ref:"#/$defs/limits"}},freshState:{const:"isolate"},importedFrom:{
$ref:"#/$defs/importedFrom"},capabilities:{$ref:"#/$defs/capabilities"},accepted:{type:"array",items:{$ref:"#/$defs/digest"},maxItems:64},versions:{type:"array",
items:{$ref:"#/$defs/served"},maxItems:1e3},pinned:{$ref:"#/$defs/version"}},required:["version","digest","tools","limits","toolLimits","capabilities","accepted"],
additionalProperties:!1};var he=Ce().default,We=new RegExp("^sha256-[0-9a-f]{64}$","u");function G(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=G.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let m=e;for(let u of Object.keys(r))if(!(u==="fetch"||u==="store"||u===
"secrets"||u==="signing")){return G.errors=[h],!1;break}if(m===e){if(r.fetch!==void 0&&w.call(r,"fetch")){let u=r.fetch,g=e;if(e===g)if(Array.isArray(u)){if(u.length>
128)return G.errors=[h],!1;{var l=!0;let f=u.length;for(let Z=0;Z<f;Z++){let p=u[Z],_=e;if(e===e)if(p&&typeof p=="object"&&!Array.isArray(p)){let D;if((p.origin===
void 0||!w.call(p,"origin"))&&(D="origin")||(p.methods===void 0||!w.call(p,"methods"))&&(D="methods")||(p.path===void 0||!w.call(p,"path"))&&(D="path"))return G.
errors=[h],!1;{let L=e;for(let ee of Object.keys(p))if(!(ee==="origin"||ee==="methods"||ee==="path")){return G.errors=[h],!1;break}if(L===e){if(p.origin!==void 0&&
w.call(p,"origin")){let ee=p.origin,S=e;if(e===S)if(typeof ee=="string"){if(he(ee)>300)return G.errors=[h],!1}else return G.errors=[h],!1;var $=S===e}else var $=!0;
if($){if(p.methods!==void 0&&w.call(p,"methods")){let ee=p.methods,S=e;if(e===S)if(Array.isArray(ee)){if(ee.length>16)return G.errors=[h],!1;{var c=!0;let se=ee.
length;for(let d=0;d<se;d++){let K=ee[d],W=e;if(e===W)if(typeof K=="string"){if(he(K)>20)return G.errors=[h],!1}else return G.errors=[h],!1;var c=W===e;if(!c)break}}}else
return G.errors=[h],!1;var $=S===e}else var $=!0;if($)if(p.path!==void 0&&w.call(p,"path")){let ee=p.path,S=e;if(e===S)if(typeof ee=="string"){if(he(ee)>1024)return G.
errors=[h],!1}else return G.errors=[h],!1;var $=S===e}else var $=!0}}}}else return G.errors=[h],!1;var l=_===e;if(!l)break}}}else return G.errors=[h],!1;var N=g===
e}else var N=!0;if(N){if(r.store!==void 0&&w.call(r,"store")){let u=r.store,g=e;if(e===g)if(u&&typeof u=="object"&&!Array.isArray(u)){let Z;if((u.scope===void 0||
!w.call(u,"scope"))&&(Z="scope"))return G.errors=[h],!1;{let p=e;for(let _ of Object.keys(u))if(_!=="scope"){return G.errors=[h],!1;break}if(p===e&&u.scope!==void 0&&
w.call(u,"scope")){let _=u.scope;if(!(_==="plugin"||_==="caller"))return G.errors=[h],!1}}}else return G.errors=[h],!1;var N=g===e}else var N=!0;if(N){if(r.secrets!==
void 0&&w.call(r,"secrets")){let u=r.secrets,g=e;if(e===g)if(Array.isArray(u)){if(u.length>32)return G.errors=[h],!1;{var x=!0;let Z=u.length;for(let p=0;p<Z;p++){
let _=u[p],y=e;if(e===e)if(_&&typeof _=="object"&&!Array.isArray(_)){let L;if((_.name===void 0||!w.call(_,"name"))&&(L="name")||(_.origin===void 0||!w.call(_,"o\
rigin"))&&(L="origin"))return G.errors=[h],!1;{let ee=e;for(let S of Object.keys(_))if(!(S==="name"||S==="origin"||S==="headers"||S==="parameters"||S==="bodyMem\
bers")){return G.errors=[h],!1;break}if(ee===e){if(_.name!==void 0&&w.call(_,"name")){let S=_.name,k=e;if(e===k)if(typeof S=="string"){if(he(S)>64)return G.errors=
[h],!1}else return G.errors=[h],!1;var I=k===e}else var I=!0;if(I){if(_.origin!==void 0&&w.call(_,"origin")){let S=_.origin,k=e;if(e===k)if(typeof S=="string"){
if(he(S)>300)return G.errors=[h],!1}else return G.errors=[h],!1;var I=k===e}else var I=!0;if(I){if(_.headers!==void 0&&w.call(_,"headers")){let S=_.headers,k=e;
if(e===k)if(Array.isArray(S)){if(S.length>8)return G.errors=[h],!1;{var n=!0;let d=S.length;for(let K=0;K<d;K++){let W=S[K],T=e;if(e===T)if(typeof W=="string"){
if(he(W)>100)return G.errors=[h],!1}else return G.errors=[h],!1;var n=T===e;if(!n)break}}}else return G.errors=[h],!1;var I=k===e}else var I=!0;if(I){if(_.parameters!==
void 0&&w.call(_,"parameters")){let S=_.parameters,k=e;if(e===k)if(Array.isArray(S)){if(S.length>8)return G.errors=[h],!1;{var j=!0;let d=S.length;for(let K=0;K<
d;K++){let W=S[K],T=e;if(e===T)if(typeof W=="string"){if(he(W)>100)return G.errors=[h],!1}else return G.errors=[h],!1;var j=T===e;if(!j)break}}}else return G.errors=
[h],!1;var I=k===e}else var I=!0;if(I)if(_.bodyMembers!==void 0&&w.call(_,"bodyMembers")){let S=_.bodyMembers,k=e;if(e===k)if(Array.isArray(S)){if(S.length>8)return G.
errors=[h],!1;{var b=!0;let d=S.length;for(let K=0;K<d;K++){let W=S[K],T=e;if(e===T)if(typeof W=="string"){if(he(W)>100)return G.errors=[h],!1}else return G.errors=
[h],!1;var b=T===e;if(!b)break}}}else return G.errors=[h],!1;var I=k===e}else var I=!0}}}}}}else return G.errors=[h],!1;var x=y===e;if(!x)break}}}else return G.
errors=[h],!1;var N=g===e}else var N=!0;if(N)if(r.signing!==void 0&&w.call(r,"signing")){let u=r.signing,g=e;if(e===g)if(Array.isArray(u)){if(u.length>16)return G.
errors=[h],!1;{var v=!0;let Z=u.length;for(let p=0;p<Z;p++){let _=u[p],y=e;if(e===e)if(_&&typeof _=="object"&&!Array.isArray(_)){let L;if((_.name===void 0||!w.call(
_,"name"))&&(L="name")||(_.algorithms===void 0||!w.call(_,"algorithms"))&&(L="algorithms"))return G.errors=[h],!1;{let ee=e;for(let S of Object.keys(_))if(!(S===
"name"||S==="algorithms")){return G.errors=[h],!1;break}if(ee===e){if(_.name!==void 0&&w.call(_,"name")){let S=_.name,k=e;if(e===k)if(typeof S=="string"){if(he(
S)>64)return G.errors=[h],!1}else return G.errors=[h],!1;var M=k===e}else var M=!0;if(M)if(_.algorithms!==void 0&&w.call(_,"algorithms")){let S=_.algorithms,k=e;
if(e===k)if(Array.isArray(S)){if(S.length>3)return G.errors=[h],!1;{var i=!0;let d=S.length;for(let K=0;K<d;K++){let W=S[K],T=e;if(!(W==="HS256"||W==="HS384"||W===
"HS512"||W==="RS256"||W==="ES256"))return G.errors=[h],!1;var i=T===e;if(!i)break}}}else return G.errors=[h],!1;var M=k===e}else var M=!0}}}else return G.errors=
[h],!1;var v=y===e;if(!v)break}}}else return G.errors=[h],!1;var N=g===e}else var N=!0}}}}else return G.errors=[h],!1;return G.errors=t,e===0}G.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function xe(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=xe.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let $;if((r.version===void 0||!w.call(r,"version"))&&($="version")||
(r.digest===void 0||!w.call(r,"digest"))&&($="digest"))return xe.errors=[h],!1;{let c=e;for(let N of Object.keys(r))if(!(N==="version"||N==="digest")){return xe.
errors=[h],!1;break}if(c===e){if(r.version!==void 0&&w.call(r,"version")){let N=r.version,x=e;if(e===e)if(typeof N=="string"){if(he(N)>128)return xe.errors=[h],
!1}else return xe.errors=[h],!1;var l=x===e}else var l=!0;if(l)if(r.digest!==void 0&&w.call(r,"digest")){let N=r.digest,x=e;if(e===e)if(typeof N=="string"){if(!We.
test(N))return xe.errors=[h],!1}else return xe.errors=[h],!1;var l=x===e}else var l=!0}}}else return xe.errors=[h],!1;return xe.errors=t,e===0}xe.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function V(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=V.evaluated;
if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let i;if((r.version===void 0||!w.call(r,
"version"))&&(i="version")||(r.digest===void 0||!w.call(r,"digest"))&&(i="digest")||(r.tools===void 0||!w.call(r,"tools"))&&(i="tools")||(r.limits===void 0||!w.
call(r,"limits"))&&(i="limits")||(r.toolLimits===void 0||!w.call(r,"toolLimits"))&&(i="toolLimits")||(r.capabilities===void 0||!w.call(r,"capabilities"))&&(i="c\
apabilities")||(r.accepted===void 0||!w.call(r,"accepted"))&&(i="accepted"))return V.errors=[h],!1;{let m=e;for(let u of Object.keys(r))if(!w.call(_r.properties,
u)){return V.errors=[h],!1;break}if(m===e){if(r.version!==void 0&&w.call(r,"version")){let u=r.version,g=e;if(e===e)if(typeof u=="string"){if(he(u)>128)return V.
errors=[h],!1}else return V.errors=[h],!1;var l=g===e}else var l=!0;if(l){if(r.digest!==void 0&&w.call(r,"digest")){let u=r.digest,g=e;if(e===e)if(typeof u=="st\
ring"){if(!We.test(u))return V.errors=[h],!1}else return V.errors=[h],!1;var l=g===e}else var l=!0;if(l){if(r.key!==void 0&&w.call(r,"key")){let u=r.key,g=e;if(e===
g)if(typeof u=="string"){if(he(u)>128)return V.errors=[h],!1}else return V.errors=[h],!1;var l=g===e}else var l=!0;if(l){if(r.tools!==void 0&&w.call(r,"tools")){
let u=r.tools,g=e;if(e===g)if(u&&typeof u=="object"&&!Array.isArray(u))for(let Z of Object.keys(u)){let p=u[Z],_=e;if(e===e)if(p&&typeof p=="object"&&!Array.isArray(
p)){let a;if((p.description===void 0||!w.call(p,"description"))&&(a="description")||(p.inputSchema===void 0||!w.call(p,"inputSchema"))&&(a="inputSchema"))return V.
errors=[h],!1;{let D=e;for(let L of Object.keys(p))if(!(L==="title"||L==="description"||L==="inputSchema"||L==="outputSchema"||L==="contentBlocks"||L==="annotat\
ions")){return V.errors=[h],!1;break}if(D===e){if(p.title!==void 0&&w.call(p,"title")){let L=e;if(typeof p.title!="string")return V.errors=[h],!1;var $=L===e}else
var $=!0;if($){if(p.description!==void 0&&w.call(p,"description")){let L=e;if(typeof p.description!="string")return V.errors=[h],!1;var $=L===e}else var $=!0;if($){
if(p.inputSchema!==void 0&&w.call(p,"inputSchema")){let L=p.inputSchema,ee=e;if(!(L&&typeof L=="object"&&!Array.isArray(L)))return V.errors=[h],!1;var $=ee===e}else
var $=!0;if($){if(p.outputSchema!==void 0&&w.call(p,"outputSchema")){let L=p.outputSchema,ee=e;if(!(L&&typeof L=="object"&&!Array.isArray(L)))return V.errors=[h],
!1;var $=ee===e}else var $=!0;if($){if(p.contentBlocks!==void 0&&w.call(p,"contentBlocks")){let L=e;if(p.contentBlocks!==!0)return V.errors=[h],!1;var $=L===e}else
var $=!0;if($)if(p.annotations!==void 0&&w.call(p,"annotations")){let L=p.annotations,ee=e;if(!(L&&typeof L=="object"&&!Array.isArray(L)))return V.errors=[h],!1;
var $=ee===e}else var $=!0}}}}}}}else return V.errors=[h],!1;var c=_===e;if(!c)break}else return V.errors=[h],!1;var l=g===e}else var l=!0;if(l){if(r.dropped!==
void 0&&w.call(r,"dropped")){let u=r.dropped,g=e;if(e===g)if(u&&typeof u=="object"&&!Array.isArray(u))for(let Z of Object.keys(u)){let p=u[Z],_=e;if(e===e)if(p&&
typeof p=="object"&&!Array.isArray(p)){let a;if((p.description===void 0||!w.call(p,"description"))&&(a="description")||(p.inputSchema===void 0||!w.call(p,"input\
Schema"))&&(a="inputSchema"))return V.errors=[h],!1;{let D=e;for(let L of Object.keys(p))if(!(L==="title"||L==="description"||L==="inputSchema"||L==="outputSche\
ma"||L==="contentBlocks"||L==="annotations")){return V.errors=[h],!1;break}if(D===e){if(p.title!==void 0&&w.call(p,"title")){let L=e;if(typeof p.title!="string")
return V.errors=[h],!1;var N=L===e}else var N=!0;if(N){if(p.description!==void 0&&w.call(p,"description")){let L=e;if(typeof p.description!="string")return V.errors=
[h],!1;var N=L===e}else var N=!0;if(N){if(p.inputSchema!==void 0&&w.call(p,"inputSchema")){let L=p.inputSchema,ee=e;if(!(L&&typeof L=="object"&&!Array.isArray(L)))
return V.errors=[h],!1;var N=ee===e}else var N=!0;if(N){if(p.outputSchema!==void 0&&w.call(p,"outputSchema")){let L=p.outputSchema,ee=e;if(!(L&&typeof L=="objec\
t"&&!Array.isArray(L)))return V.errors=[h],!1;var N=ee===e}else var N=!0;if(N){if(p.contentBlocks!==void 0&&w.call(p,"contentBlocks")){let L=e;if(p.contentBlocks!==
!0)return V.errors=[h],!1;var N=L===e}else var N=!0;if(N)if(p.annotations!==void 0&&w.call(p,"annotations")){let L=p.annotations,ee=e;if(!(L&&typeof L=="object"&&
!Array.isArray(L)))return V.errors=[h],!1;var N=ee===e}else var N=!0}}}}}}}else return V.errors=[h],!1;var x=_===e;if(!x)break}else return V.errors=[h],!1;var l=g===
e}else var l=!0;if(l){if(r.limits!==void 0&&w.call(r,"limits")){let u=r.limits,g=e;if(e===e)if(u&&typeof u=="object"&&!Array.isArray(u))for(let p of Object.keys(
u)){let _=u[p],y=e;if(!(typeof _=="number"&&!(_%1)&&!isNaN(_)&&isFinite(_)))return V.errors=[h],!1;if(e===y&&typeof _=="number"&&isFinite(_)&&(_<1||isNaN(_)))return V.
errors=[h],!1;var I=y===e;if(!I)break}else return V.errors=[h],!1;var l=g===e}else var l=!0;if(l){if(r.toolLimits!==void 0&&w.call(r,"toolLimits")){let u=r.toolLimits,
g=e;if(e===g)if(u&&typeof u=="object"&&!Array.isArray(u))for(let Z of Object.keys(u)){let p=u[Z],_=e;if(e===e)if(p&&typeof p=="object"&&!Array.isArray(p))for(let a of Object.
keys(p)){let D=p[a],L=e;if(!(typeof D=="number"&&!(D%1)&&!isNaN(D)&&isFinite(D)))return V.errors=[h],!1;if(e===L&&typeof D=="number"&&isFinite(D)&&(D<1||isNaN(D)))
return V.errors=[h],!1;var n=L===e;if(!n)break}else return V.errors=[h],!1;var j=_===e;if(!j)break}else return V.errors=[h],!1;var l=g===e}else var l=!0;if(l){if(r.
freshState!==void 0&&w.call(r,"freshState")){let u=e;if(r.freshState!=="isolate")return V.errors=[h],!1;var l=u===e}else var l=!0;if(l){if(r.importedFrom!==void 0&&
w.call(r,"importedFrom")){let u=r.importedFrom,g=e;if(e===e)if(u&&typeof u=="object"&&!Array.isArray(u)){let p;if((u.kind===void 0||!w.call(u,"kind"))&&(p="kind")||
(u.source===void 0||!w.call(u,"source"))&&(p="source"))return V.errors=[h],!1;{let _=e;for(let y of Object.keys(u))if(!(y==="kind"||y==="source"||y==="version"||
y==="integrity")){return V.errors=[h],!1;break}if(_===e){if(u.kind!==void 0&&w.call(u,"kind")){let y=u.kind,a=e;if(e===a)if(typeof y=="string"){if(he(y)>32)return V.
errors=[h],!1}else return V.errors=[h],!1;var b=a===e}else var b=!0;if(b){if(u.source!==void 0&&w.call(u,"source")){let y=u.source,a=e;if(e===a)if(typeof y=="st\
ring"){if(he(y)>2048)return V.errors=[h],!1}else return V.errors=[h],!1;var b=a===e}else var b=!0;if(b){if(u.version!==void 0&&w.call(u,"version")){let y=u.version,
a=e;if(e===a)if(typeof y=="string"){if(he(y)>128)return V.errors=[h],!1}else return V.errors=[h],!1;var b=a===e}else var b=!0;if(b)if(u.integrity!==void 0&&w.call(
u,"integrity")){let y=u.integrity,a=e;if(e===a)if(typeof y=="string"){if(he(y)>256)return V.errors=[h],!1}else return V.errors=[h],!1;var b=a===e}else var b=!0}}}}}else
return V.errors=[h],!1;var l=g===e}else var l=!0;if(l){if(r.capabilities!==void 0&&w.call(r,"capabilities")){let u=e;G(r.capabilities,{instancePath:P+"/capabili\
ties",parentData:r,parentDataProperty:"capabilities",rootData:q,dynamicAnchors:A})||(t=t===null?G.errors:t.concat(G.errors),e=t.length);var l=u===e}else var l=!0;
if(l){if(r.accepted!==void 0&&w.call(r,"accepted")){let u=r.accepted,g=e;if(e===g)if(Array.isArray(u)){if(u.length>64)return V.errors=[h],!1;{var v=!0;let Z=u.length;
for(let p=0;p<Z;p++){let _=u[p],y=e;if(e===e)if(typeof _=="string"){if(!We.test(_))return V.errors=[h],!1}else return V.errors=[h],!1;var v=y===e;if(!v)break}}}else
return V.errors=[h],!1;var l=g===e}else var l=!0;if(l){if(r.versions!==void 0&&w.call(r,"versions")){let u=r.versions,g=e;if(e===g)if(Array.isArray(u)){if(u.length>
1e3)return V.errors=[h],!1;{var M=!0;let Z=u.length;for(let p=0;p<Z;p++){let _=e;xe(u[p],{instancePath:P+"/versions/"+p,parentData:u,parentDataProperty:p,rootData:q,
dynamicAnchors:A})||(t=t===null?xe.errors:t.concat(xe.errors),e=t.length);var M=_===e;if(!M)break}}}else return V.errors=[h],!1;var l=g===e}else var l=!0;if(l)if(r.
pinned!==void 0&&w.call(r,"pinned")){let u=r.pinned,g=e;if(e===e)if(typeof u=="string"){if(he(u)>128)return V.errors=[h],!1}else return V.errors=[h],!1;var l=g===
e}else var l=!0}}}}}}}}}}}}}}else return V.errors=[h],!1;return V.errors=t,e===0}V.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function Le(r,{instancePath:P="",
parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=Le.evaluated;if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=
void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let N;if((r.lockVersion===void 0||!w.call(r,"lockVersion"))&&(N="lockVersion")||(r.plugins===void 0||
!w.call(r,"plugins"))&&(N="plugins"))return Le.errors=[h],!1;{let x=e;for(let I of Object.keys(r))if(!(I==="lockVersion"||I==="plugins")){return Le.errors=[h],!1;
break}if(x===e){if(r.lockVersion!==void 0&&w.call(r,"lockVersion")){let I=r.lockVersion,n=e;if(!(I===1||I===2))return Le.errors=[h],!1;var l=n===e}else var l=!0;
if(l)if(r.plugins!==void 0&&w.call(r,"plugins")){let I=r.plugins,n=e;if(e===n)if(I&&typeof I=="object"&&!Array.isArray(I)){for(let b of Object.keys(I)){let v=e;
if(typeof b=="string"&&!br.test(b)){let M=h;t===null?t=[M]:t.push(M),e++}var $=v===e;if(!$){let M=h;return t===null?t=[M]:t.push(M),e++,Le.errors=t,!1;break}}if($)
for(let b of Object.keys(I)){let v=e;V(I[b],{instancePath:P+"/plugins/"+b.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:I,parentDataProperty:b,rootData:q,dynamicAnchors:A})||
(t=t===null?V.errors:t.concat(V.errors),e=t.length);var c=v===e;if(!c)break}}else return Le.errors=[h],!1;var l=n===e}else var l=!0}}}else return Le.errors=[h],
!1;return Le.errors=t,e===0}Le.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var E={},$r=pe;var jr=new RegExp("^[^#]*#?$","u"),Ke=new RegExp("^[A-Za-z_][-A-Za-z0-9._]*$","u");function fe(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,
dynamicAnchors:A={}}={}){let t=null,e=0,O=fe.evaluated;if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(
r))&&typeof r!="boolean")return fe.errors=[E],!1;if(A.meta||(A.meta=fe),e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.$id!==void 0){let b=r.$id,v=e,M=e;
if(e===M&&e===M&&typeof b!="string")return fe.errors=[E],!1;if(e===v&&typeof b=="string"&&!jr.test(b))return fe.errors=[E],!1;var l=v===e}else var l=!0;if(l){if(r.
$schema!==void 0){let b=e,v=e;if(e===v&&e===v&&typeof r.$schema!="string")return fe.errors=[E],!1;var l=b===e}else var l=!0;if(l){if(r.$ref!==void 0){let b=e,v=e;
if(e===v&&e===v&&typeof r.$ref!="string")return fe.errors=[E],!1;var l=b===e}else var l=!0;if(l){if(r.$anchor!==void 0){let b=r.$anchor,v=e;if(e===e)if(typeof b==
"string"){if(!Ke.test(b))return fe.errors=[E],!1}else return fe.errors=[E],!1;var l=v===e}else var l=!0;if(l){if(r.$dynamicRef!==void 0){let b=e,v=e;if(e===v&&e===
v&&typeof r.$dynamicRef!="string")return fe.errors=[E],!1;var l=b===e}else var l=!0;if(l){if(r.$dynamicAnchor!==void 0){let b=r.$dynamicAnchor,v=e;if(e===e)if(typeof b==
"string"){if(!Ke.test(b))return fe.errors=[E],!1}else return fe.errors=[E],!1;var l=v===e}else var l=!0;if(l){if(r.$vocabulary!==void 0){let b=r.$vocabulary,v=e;
if(e===v)if(b&&typeof b=="object"&&!Array.isArray(b)){for(let i in b){let m=e,u=e;if(e===u&&e===u&&typeof i!="string"){let g=E;t===null?t=[g]:t.push(g),e++}var $=m===
e;if(!$){let g=E;return t===null?t=[g]:t.push(g),e++,fe.errors=t,!1;break}}if($)for(let i in b){let m=e;if(typeof b[i]!="boolean")return fe.errors=[E],!1;var c=m===
e;if(!c)break}}else return fe.errors=[E],!1;var l=v===e}else var l=!0;if(l){if(r.$comment!==void 0){let b=e;if(typeof r.$comment!="string")return fe.errors=[E],
!1;var l=b===e}else var l=!0;if(l)if(r.$defs!==void 0){let b=r.$defs,v=e;if(e===v)if(b&&typeof b=="object"&&!Array.isArray(b))for(let i in b){let m=b[i],u=e,g=A.
meta;if(g)if(!g(m,{instancePath:P+"/$defs/"+i.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:b,parentDataProperty:i,rootData:q,dynamicAnchors:A}))t=t===null?
g.errors:t.concat(g.errors),e=t.length;else var N=g.evaluated.props,x=g.evaluated.items;else if(!fe(m,{instancePath:P+"/$defs/"+i.replace(/~/g,"~0").replace(/\//g,
"~1"),parentData:b,parentDataProperty:i,rootData:q,dynamicAnchors:A}))t=t===null?fe.errors:t.concat(fe.errors),e=t.length;else{var I=fe.evaluated.props;N!==!0&&
I!==void 0&&(I===!0?N=!0:(N=N||{},Object.assign(N,I)));var n=fe.evaluated.items;x!==!0&&n!==void 0&&(x=n===!0?!0:x>n?x:n)}var j=u===e;if(!j)break}else return fe.
errors=[E],!1;var l=v===e}else var l=!0}}}}}}}}return fe.errors=t,e===0}fe.evaluated={props:{$id:!0,$schema:!0,$ref:!0,$anchor:!0,$dynamicRef:!0,$dynamicAnchor:!0,
$vocabulary:!0,$comment:!0,$defs:!0},dynamicProps:!1,dynamicItems:!1};function me(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=me.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),e===0)if(Array.isArray(r)){if(r.length<1)return me.errors=[E],!1;{var l=!0;let I=r.length;for(let n=0;n<I;n++){let j=r[n],
b=e,v=A.meta;if(v)if(!v(j,{instancePath:P+"/"+n,parentData:r,parentDataProperty:n,rootData:q,dynamicAnchors:A}))t=t===null?v.errors:t.concat(v.errors),e=t.length;else
var $=v.evaluated.props,c=v.evaluated.items;else if(!me(j,{instancePath:P+"/"+n,parentData:r,parentDataProperty:n,rootData:q,dynamicAnchors:A}))t=t===null?me.errors:
t.concat(me.errors),e=t.length;else{var N=me.evaluated.props;$!==!0&&N!==void 0&&(N===!0?$=!0:($=$||{},Object.assign($,N)));var x=me.evaluated.items;c!==!0&&x!==
void 0&&(c=x===!0?!0:c>x?c:x)}var l=b===e;if(!l)break}}}else return me.errors=[E],!1;return me.errors=t,e===0}me.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function z(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=z.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return z.errors=[E],!1;if(A.meta||(A.meta=z),e===0&&r&&
typeof r=="object"&&!Array.isArray(r)){if(r.prefixItems!==void 0){let Q=e;me(r.prefixItems,{instancePath:P+"/prefixItems",parentData:r,parentDataProperty:"prefi\
xItems",rootData:q,dynamicAnchors:A})||(t=t===null?me.errors:t.concat(me.errors),e=t.length);var l=Q===e}else var l=!0;if(l){if(r.items!==void 0){let Q=r.items,
ce=e,U=A.meta;if(U)if(!U(Q,{instancePath:P+"/items",parentData:r,parentDataProperty:"items",rootData:q,dynamicAnchors:A}))t=t===null?U.errors:t.concat(U.errors),
e=t.length;else var $=U.evaluated.props,c=U.evaluated.items;else if(!z(Q,{instancePath:P+"/items",parentData:r,parentDataProperty:"items",rootData:q,dynamicAnchors:A}))
t=t===null?z.errors:t.concat(z.errors),e=t.length;else{var N=z.evaluated.props;$!==!0&&N!==void 0&&(N===!0?$=!0:($=$||{},Object.assign($,N)));var x=z.evaluated.
items;c!==!0&&x!==void 0&&(c=x===!0?!0:c>x?c:x)}var l=ce===e}else var l=!0;if(l){if(r.contains!==void 0){let Q=r.contains,ce=e,U=A.meta;if(U)if(!U(Q,{instancePath:P+
"/contains",parentData:r,parentDataProperty:"contains",rootData:q,dynamicAnchors:A}))t=t===null?U.errors:t.concat(U.errors),e=t.length;else var I=U.evaluated.props,
n=U.evaluated.items;else if(!z(Q,{instancePath:P+"/contains",parentData:r,parentDataProperty:"contains",rootData:q,dynamicAnchors:A}))t=t===null?z.errors:t.concat(
z.errors),e=t.length;else{var j=z.evaluated.props;I!==!0&&j!==void 0&&(j===!0?I=!0:(I=I||{},Object.assign(I,j)));var b=z.evaluated.items;n!==!0&&b!==void 0&&(n=
b===!0?!0:n>b?n:b)}var l=ce===e}else var l=!0;if(l){if(r.additionalProperties!==void 0){let Q=r.additionalProperties,ce=e,U=A.meta;if(U)if(!U(Q,{instancePath:P+
"/additionalProperties",parentData:r,parentDataProperty:"additionalProperties",rootData:q,dynamicAnchors:A}))t=t===null?U.errors:t.concat(U.errors),e=t.length;else
var v=U.evaluated.props,M=U.evaluated.items;else if(!z(Q,{instancePath:P+"/additionalProperties",parentData:r,parentDataProperty:"additionalProperties",rootData:q,
dynamicAnchors:A}))t=t===null?z.errors:t.concat(z.errors),e=t.length;else{var i=z.evaluated.props;v!==!0&&i!==void 0&&(i===!0?v=!0:(v=v||{},Object.assign(v,i)));
var m=z.evaluated.items;M!==!0&&m!==void 0&&(M=m===!0?!0:M>m?M:m)}var l=ce===e}else var l=!0;if(l){if(r.properties!==void 0){let Q=r.properties,ce=e;if(e===ce)if(Q&&
typeof Q=="object"&&!Array.isArray(Q))for(let ve in Q){let Se=Q[ve],De=e,ye=A.meta;if(ye)if(!ye(Se,{instancePath:P+"/properties/"+ve.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:Q,parentDataProperty:ve,rootData:q,dynamicAnchors:A}))t=t===null?ye.errors:t.concat(ye.errors),e=t.length;else var u=ye.evaluated.props,g=ye.
evaluated.items;else if(!z(Se,{instancePath:P+"/properties/"+ve.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:Q,parentDataProperty:ve,rootData:q,dynamicAnchors:A}))
t=t===null?z.errors:t.concat(z.errors),e=t.length;else{var f=z.evaluated.props;u!==!0&&f!==void 0&&(f===!0?u=!0:(u=u||{},Object.assign(u,f)));var Z=z.evaluated.
items;g!==!0&&Z!==void 0&&(g=Z===!0?!0:g>Z?g:Z)}var p=De===e;if(!p)break}else return z.errors=[E],!1;var l=ce===e}else var l=!0;if(l){if(r.patternProperties!==void 0){
let Q=r.patternProperties,ce=e;if(e===ce)if(Q&&typeof Q=="object"&&!Array.isArray(Q)){for(let ve in Q){var _=e===e;if(!_){let De=E;return t===null?t=[De]:t.push(
De),e++,z.errors=t,!1;break}}if(_)for(let ve in Q){let Se=Q[ve],De=e,ye=A.meta;if(ye)if(!ye(Se,{instancePath:P+"/patternProperties/"+ve.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:Q,parentDataProperty:ve,rootData:q,dynamicAnchors:A}))t=t===null?ye.errors:t.concat(ye.errors),e=t.length;else var y=ye.evaluated.props,a=ye.
evaluated.items;else if(!z(Se,{instancePath:P+"/patternProperties/"+ve.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:Q,parentDataProperty:ve,rootData:q,dynamicAnchors:A}))
t=t===null?z.errors:t.concat(z.errors),e=t.length;else{var D=z.evaluated.props;y!==!0&&D!==void 0&&(D===!0?y=!0:(y=y||{},Object.assign(y,D)));var L=z.evaluated.
items;a!==!0&&L!==void 0&&(a=L===!0?!0:a>L?a:L)}var ee=De===e;if(!ee)break}}else return z.errors=[E],!1;var l=ce===e}else var l=!0;if(l){if(r.dependentSchemas!==
void 0){let Q=r.dependentSchemas,ce=e;if(e===ce)if(Q&&typeof Q=="object"&&!Array.isArray(Q))for(let ve in Q){let Se=Q[ve],De=e,ye=A.meta;if(ye)if(!ye(Se,{instancePath:P+
"/dependentSchemas/"+ve.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:Q,parentDataProperty:ve,rootData:q,dynamicAnchors:A}))t=t===null?ye.errors:t.concat(ye.
errors),e=t.length;else var S=ye.evaluated.props,k=ye.evaluated.items;else if(!z(Se,{instancePath:P+"/dependentSchemas/"+ve.replace(/~/g,"~0").replace(/\//g,"~1"),
parentData:Q,parentDataProperty:ve,rootData:q,dynamicAnchors:A}))t=t===null?z.errors:t.concat(z.errors),e=t.length;else{var se=z.evaluated.props;S!==!0&&se!==void 0&&
(se===!0?S=!0:(S=S||{},Object.assign(S,se)));var d=z.evaluated.items;k!==!0&&d!==void 0&&(k=d===!0?!0:k>d?k:d)}var K=De===e;if(!K)break}else return z.errors=[E],
!1;var l=ce===e}else var l=!0;if(l){if(r.propertyNames!==void 0){let Q=r.propertyNames,ce=e,U=A.meta;if(U)if(!U(Q,{instancePath:P+"/propertyNames",parentData:r,
parentDataProperty:"propertyNames",rootData:q,dynamicAnchors:A}))t=t===null?U.errors:t.concat(U.errors),e=t.length;else var W=U.evaluated.props,T=U.evaluated.items;else if(!z(
Q,{instancePath:P+"/propertyNames",parentData:r,parentDataProperty:"propertyNames",rootData:q,dynamicAnchors:A}))t=t===null?z.errors:t.concat(z.errors),e=t.length;else{
var re=z.evaluated.props;W!==!0&&re!==void 0&&(re===!0?W=!0:(W=W||{},Object.assign(W,re)));var ue=z.evaluated.items;T!==!0&&ue!==void 0&&(T=ue===!0?!0:T>ue?T:ue)}
var l=ce===e}else var l=!0;if(l){if(r.if!==void 0){let Q=r.if,ce=e,U=A.meta;if(U)if(!U(Q,{instancePath:P+"/if",parentData:r,parentDataProperty:"if",rootData:q,dynamicAnchors:A}))
t=t===null?U.errors:t.concat(U.errors),e=t.length;else var de=U.evaluated.props,_e=U.evaluated.items;else if(!z(Q,{instancePath:P+"/if",parentData:r,parentDataProperty:"\
if",rootData:q,dynamicAnchors:A}))t=t===null?z.errors:t.concat(z.errors),e=t.length;else{var $e=z.evaluated.props;de!==!0&&$e!==void 0&&($e===!0?de=!0:(de=de||{},
Object.assign(de,$e)));var oe=z.evaluated.items;_e!==!0&&oe!==void 0&&(_e=oe===!0?!0:_e>oe?_e:oe)}var l=ce===e}else var l=!0;if(l){if(r.then!==void 0){let Q=r.then,
ce=e,U=A.meta;if(U)if(!U(Q,{instancePath:P+"/then",parentData:r,parentDataProperty:"then",rootData:q,dynamicAnchors:A}))t=t===null?U.errors:t.concat(U.errors),e=
t.length;else var H=U.evaluated.props,J=U.evaluated.items;else if(!z(Q,{instancePath:P+"/then",parentData:r,parentDataProperty:"then",rootData:q,dynamicAnchors:A}))
t=t===null?z.errors:t.concat(z.errors),e=t.length;else{var X=z.evaluated.props;H!==!0&&X!==void 0&&(X===!0?H=!0:(H=H||{},Object.assign(H,X)));var Fe=z.evaluated.
items;J!==!0&&Fe!==void 0&&(J=Fe===!0?!0:J>Fe?J:Fe)}var l=ce===e}else var l=!0;if(l){if(r.else!==void 0){let Q=r.else,ce=e,U=A.meta;if(U)if(!U(Q,{instancePath:P+
"/else",parentData:r,parentDataProperty:"else",rootData:q,dynamicAnchors:A}))t=t===null?U.errors:t.concat(U.errors),e=t.length;else var Re=U.evaluated.props,ae=U.
evaluated.items;else if(!z(Q,{instancePath:P+"/else",parentData:r,parentDataProperty:"else",rootData:q,dynamicAnchors:A}))t=t===null?z.errors:t.concat(z.errors),
e=t.length;else{var ke=z.evaluated.props;Re!==!0&&ke!==void 0&&(ke===!0?Re=!0:(Re=Re||{},Object.assign(Re,ke)));var Ee=z.evaluated.items;ae!==!0&&Ee!==void 0&&(ae=
Ee===!0?!0:ae>Ee?ae:Ee)}var l=ce===e}else var l=!0;if(l){if(r.allOf!==void 0){let Q=e;me(r.allOf,{instancePath:P+"/allOf",parentData:r,parentDataProperty:"allOf",
rootData:q,dynamicAnchors:A})||(t=t===null?me.errors:t.concat(me.errors),e=t.length);var l=Q===e}else var l=!0;if(l){if(r.anyOf!==void 0){let Q=e;me(r.anyOf,{instancePath:P+
"/anyOf",parentData:r,parentDataProperty:"anyOf",rootData:q,dynamicAnchors:A})||(t=t===null?me.errors:t.concat(me.errors),e=t.length);var l=Q===e}else var l=!0;
if(l){if(r.oneOf!==void 0){let Q=e;me(r.oneOf,{instancePath:P+"/oneOf",parentData:r,parentDataProperty:"oneOf",rootData:q,dynamicAnchors:A})||(t=t===null?me.errors:
t.concat(me.errors),e=t.length);var l=Q===e}else var l=!0;if(l)if(r.not!==void 0){let Q=r.not,ce=e,U=A.meta;if(U)if(!U(Q,{instancePath:P+"/not",parentData:r,parentDataProperty:"\
not",rootData:q,dynamicAnchors:A}))t=t===null?U.errors:t.concat(U.errors),e=t.length;else var Pe=U.evaluated.props,Ie=U.evaluated.items;else if(!z(Q,{instancePath:P+
"/not",parentData:r,parentDataProperty:"not",rootData:q,dynamicAnchors:A}))t=t===null?z.errors:t.concat(z.errors),e=t.length;else{var Ne=z.evaluated.props;Pe!==
!0&&Ne!==void 0&&(Ne===!0?Pe=!0:(Pe=Pe||{},Object.assign(Pe,Ne)));var Be=z.evaluated.items;Ie!==!0&&Be!==void 0&&(Ie=Be===!0?!0:Ie>Be?Ie:Be)}var l=ce===e}else var l=!0}}}}}}}}}}}}}}
return z.errors=t,e===0}z.evaluated={props:{prefixItems:!0,items:!0,contains:!0,additionalProperties:!0,properties:!0,patternProperties:!0,dependentSchemas:!0,propertyNames:!0,
if:!0,then:!0,else:!0,allOf:!0,anyOf:!0,oneOf:!0,not:!0},dynamicProps:!1,dynamicItems:!1};function ge(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=ge.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ge.errors=[E],!1;if(A.meta||(A.meta=ge),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.unevaluatedItems!==void 0){let v=r.unevaluatedItems,M=e,i=A.meta;if(i)if(!i(v,{instancePath:P+"/unevaluatedItems",
parentData:r,parentDataProperty:"unevaluatedItems",rootData:q,dynamicAnchors:A}))t=t===null?i.errors:t.concat(i.errors),e=t.length;else var l=i.evaluated.props,
$=i.evaluated.items;else if(!ge(v,{instancePath:P+"/unevaluatedItems",parentData:r,parentDataProperty:"unevaluatedItems",rootData:q,dynamicAnchors:A}))t=t===null?
ge.errors:t.concat(ge.errors),e=t.length;else{var c=ge.evaluated.props;l!==!0&&c!==void 0&&(c===!0?l=!0:(l=l||{},Object.assign(l,c)));var N=ge.evaluated.items;$!==
!0&&N!==void 0&&($=N===!0?!0:$>N?$:N)}var x=M===e}else var x=!0;if(x)if(r.unevaluatedProperties!==void 0){let v=r.unevaluatedProperties,M=e,i=A.meta;if(i)if(!i(
v,{instancePath:P+"/unevaluatedProperties",parentData:r,parentDataProperty:"unevaluatedProperties",rootData:q,dynamicAnchors:A}))t=t===null?i.errors:t.concat(i.
errors),e=t.length;else var I=i.evaluated.props,n=i.evaluated.items;else if(!ge(v,{instancePath:P+"/unevaluatedProperties",parentData:r,parentDataProperty:"unev\
aluatedProperties",rootData:q,dynamicAnchors:A}))t=t===null?ge.errors:t.concat(ge.errors),e=t.length;else{var j=ge.evaluated.props;I!==!0&&j!==void 0&&(j===!0?I=
!0:(I=I||{},Object.assign(I,j)));var b=ge.evaluated.items;n!==!0&&b!==void 0&&(n=b===!0?!0:n>b?n:b)}var x=M===e}else var x=!0}return ge.errors=t,e===0}ge.evaluated=
{props:{unevaluatedItems:!0,unevaluatedProperties:!0},dynamicProps:!1,dynamicItems:!1};var Ar=ze().default;function ie(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=ie.evaluated;if(O.
dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ie.errors=[E],!1;if(A.meta||
(A.meta=ie),e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.type!==void 0){let n=r.type,j=e,b=e,v=!1,M=e;if(!(n==="array"||n==="boolean"||n==="integer"||n===
"null"||n==="number"||n==="object"||n==="string")){let m=E;t===null?t=[m]:t.push(m),e++}var $=M===e;v=v||$;let i=e;if(e===i)if(Array.isArray(n))if(n.length<1){let m=E;
t===null?t=[m]:t.push(m),e++}else{var l=!0;let m=n.length;for(let u=0;u<m;u++){let g=n[u],f=e;if(!(g==="array"||g==="boolean"||g==="integer"||g==="null"||g==="n\
umber"||g==="object"||g==="string")){let p=E;t===null?t=[p]:t.push(p),e++}var l=f===e;if(!l)break}if(l){let u=n.length,g;if(u>1){e:for(;u--;)for(g=u;g--;)if(Ar(
n[u],n[g])){let f=E;t===null?t=[f]:t.push(f),e++;break e}}}}else{let m=E;t===null?t=[m]:t.push(m),e++}var $=i===e;if(v=v||$,v)e=b,t!==null&&(b?t.length=b:t=null);else{
let m=E;return t===null?t=[m]:t.push(m),e++,ie.errors=t,!1}var c=j===e}else var c=!0;if(c){if(r.enum!==void 0){let n=e;if(e===n&&!Array.isArray(r.enum))return ie.
errors=[E],!1;var c=n===e}else var c=!0;if(c){if(r.multipleOf!==void 0){let n=r.multipleOf,j=e;if(e===j)if(typeof n=="number"){if(n<=0||isNaN(n))return ie.errors=
[E],!1}else return ie.errors=[E],!1;var c=j===e}else var c=!0;if(c){if(r.maximum!==void 0){let n=e;if(typeof r.maximum!="number")return ie.errors=[E],!1;var c=n===
e}else var c=!0;if(c){if(r.exclusiveMaximum!==void 0){let n=e;if(typeof r.exclusiveMaximum!="number")return ie.errors=[E],!1;var c=n===e}else var c=!0;if(c){if(r.
minimum!==void 0){let n=e;if(typeof r.minimum!="number")return ie.errors=[E],!1;var c=n===e}else var c=!0;if(c){if(r.exclusiveMinimum!==void 0){let n=e;if(typeof r.
exclusiveMinimum!="number")return ie.errors=[E],!1;var c=n===e}else var c=!0;if(c){if(r.maxLength!==void 0){let n=r.maxLength,j=e,b=e;if(!(typeof n=="number"&&!(n%
1)&&!isNaN(n)))return ie.errors=[E],!1;if(e===b&&typeof n=="number"&&(n<0||isNaN(n)))return ie.errors=[E],!1;var c=j===e}else var c=!0;if(c){if(r.minLength!==void 0){
let n=r.minLength,j=e,b=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)))return ie.errors=[E],!1;if(e===b&&typeof n=="number"&&(n<0||isNaN(n)))return ie.errors=[E],
!1;var c=j===e}else var c=!0;if(c){if(r.pattern!==void 0){let n=e;if(e===n&&e===n&&typeof r.pattern!="string")return ie.errors=[E],!1;var c=n===e}else var c=!0;
if(c){if(r.maxItems!==void 0){let n=r.maxItems,j=e,b=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)))return ie.errors=[E],!1;if(e===b&&typeof n=="number"&&(n<0||isNaN(
n)))return ie.errors=[E],!1;var c=j===e}else var c=!0;if(c){if(r.minItems!==void 0){let n=r.minItems,j=e,b=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)))return ie.
errors=[E],!1;if(e===b&&typeof n=="number"&&(n<0||isNaN(n)))return ie.errors=[E],!1;var c=j===e}else var c=!0;if(c){if(r.uniqueItems!==void 0){let n=e;if(typeof r.
uniqueItems!="boolean")return ie.errors=[E],!1;var c=n===e}else var c=!0;if(c){if(r.maxContains!==void 0){let n=r.maxContains,j=e,b=e;if(!(typeof n=="number"&&!(n%
1)&&!isNaN(n)))return ie.errors=[E],!1;if(e===b&&typeof n=="number"&&(n<0||isNaN(n)))return ie.errors=[E],!1;var c=j===e}else var c=!0;if(c){if(r.minContains!==
void 0){let n=r.minContains,j=e,b=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)))return ie.errors=[E],!1;if(e===b&&typeof n=="number"&&(n<0||isNaN(n)))return ie.
errors=[E],!1;var c=j===e}else var c=!0;if(c){if(r.maxProperties!==void 0){let n=r.maxProperties,j=e,b=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)))return ie.errors=
[E],!1;if(e===b&&typeof n=="number"&&(n<0||isNaN(n)))return ie.errors=[E],!1;var c=j===e}else var c=!0;if(c){if(r.minProperties!==void 0){let n=r.minProperties,
j=e,b=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)))return ie.errors=[E],!1;if(e===b&&typeof n=="number"&&(n<0||isNaN(n)))return ie.errors=[E],!1;var c=j===e}else
var c=!0;if(c){if(r.required!==void 0){let n=r.required,j=e;if(e===e)if(Array.isArray(n)){var N=!0;let M=n.length;for(let i=0;i<M;i++){let m=e;if(typeof n[i]!="\
string")return ie.errors=[E],!1;var N=m===e;if(!N)break}if(N){let i=n.length,m;if(i>1){let u={};for(;i--;){let g=n[i];if(typeof g=="string"){if(typeof u[g]=="nu\
mber"){return m=u[g],ie.errors=[E],!1;break}u[g]=i}}}}}else return ie.errors=[E],!1;var c=j===e}else var c=!0;if(c)if(r.dependentRequired!==void 0){let n=r.dependentRequired,
j=e;if(e===j)if(n&&typeof n=="object"&&!Array.isArray(n))for(let v in n){let M=n[v],i=e;if(e===e)if(Array.isArray(M)){var x=!0;let u=M.length;for(let g=0;g<u;g++){
let f=e;if(typeof M[g]!="string")return ie.errors=[E],!1;var x=f===e;if(!x)break}if(x){let g=M.length,f;if(g>1){let Z={};for(;g--;){let p=M[g];if(typeof p=="str\
ing"){if(typeof Z[p]=="number"){return f=Z[p],ie.errors=[E],!1;break}Z[p]=g}}}}}else return ie.errors=[E],!1;var I=i===e;if(!I)break}else return ie.errors=[E],!1;
var c=j===e}else var c=!0}}}}}}}}}}}}}}}}}}return ie.errors=t,e===0}ie.evaluated={props:{type:!0,const:!0,enum:!0,multipleOf:!0,maximum:!0,exclusiveMaximum:!0,minimum:!0,
exclusiveMinimum:!0,maxLength:!0,minLength:!0,pattern:!0,maxItems:!0,minItems:!0,uniqueItems:!0,maxContains:!0,minContains:!0,maxProperties:!0,minProperties:!0,
required:!0,dependentRequired:!0},dynamicProps:!1,dynamicItems:!1};function Ae(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=Ae.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return Ae.errors=[E],!1;if(A.meta||(A.meta=Ae),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.title!==void 0){let $=e;if(typeof r.title!="string")return Ae.errors=[E],!1;var l=$===e}else var l=!0;if(l){if(r.
description!==void 0){let $=e;if(typeof r.description!="string")return Ae.errors=[E],!1;var l=$===e}else var l=!0;if(l){if(r.deprecated!==void 0){let $=e;if(typeof r.
deprecated!="boolean")return Ae.errors=[E],!1;var l=$===e}else var l=!0;if(l){if(r.readOnly!==void 0){let $=e;if(typeof r.readOnly!="boolean")return Ae.errors=[
E],!1;var l=$===e}else var l=!0;if(l){if(r.writeOnly!==void 0){let $=e;if(typeof r.writeOnly!="boolean")return Ae.errors=[E],!1;var l=$===e}else var l=!0;if(l)if(r.
examples!==void 0){let $=e;if(e===$&&!Array.isArray(r.examples))return Ae.errors=[E],!1;var l=$===e}else var l=!0}}}}}return Ae.errors=t,e===0}Ae.evaluated={props:{
title:!0,description:!0,default:!0,deprecated:!0,readOnly:!0,writeOnly:!0,examples:!0},dynamicProps:!1,dynamicItems:!1};function Oe(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=Oe.evaluated;return O.dynamicProps&&
(O.props=void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean"?(Oe.errors=[E],!1):(A.meta||(A.meta=Oe),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)&&r.format!==void 0&&typeof r.format!="string"?(Oe.errors=[E],!1):(Oe.errors=t,e===0))}Oe.evaluated={props:{format:!0},dynamicProps:!1,
dynamicItems:!1};function je(r,{instancePath:P="",parentData:te,parentDataProperty:ne,rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=je.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return je.errors=[E],!1;if(A.meta||(A.meta=je),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.contentEncoding!==void 0){let I=e;if(typeof r.contentEncoding!="string")return je.errors=[E],!1;var l=I===e}else var l=!0;
if(l){if(r.contentMediaType!==void 0){let I=e;if(typeof r.contentMediaType!="string")return je.errors=[E],!1;var l=I===e}else var l=!0;if(l)if(r.contentSchema!==
void 0){let I=r.contentSchema,n=e,j=A.meta;if(j)if(!j(I,{instancePath:P+"/contentSchema",parentData:r,parentDataProperty:"contentSchema",rootData:q,dynamicAnchors:A}))
t=t===null?j.errors:t.concat(j.errors),e=t.length;else var $=j.evaluated.props,c=j.evaluated.items;else if(!je(I,{instancePath:P+"/contentSchema",parentData:r,parentDataProperty:"\
contentSchema",rootData:q,dynamicAnchors:A}))t=t===null?je.errors:t.concat(je.errors),e=t.length;else{var N=je.evaluated.props;$!==!0&&N!==void 0&&(N===!0?$=!0:
($=$||{},Object.assign($,N)));var x=je.evaluated.items;c!==!0&&x!==void 0&&(c=x===!0?!0:c>x?c:x)}var l=n===e}else var l=!0}}return je.errors=t,e===0}je.evaluated=
{props:{contentEncoding:!0,contentMediaType:!0,contentSchema:!0},dynamicProps:!1,dynamicItems:!1};function pe(r,{instancePath:P="",parentData:te,parentDataProperty:ne,
rootData:q=r,dynamicAnchors:A={}}={}){let t=null,e=0,O=pe.evaluated;if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&
!Array.isArray(r))&&typeof r!="boolean")return pe.errors=[E],!1;A.meta||(A.meta=pe);let l=e;fe(r,{instancePath:P,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:A})||(t=t===null?fe.errors:t.concat(fe.errors),e=t.length);var $=l===e;if($){let f=e;z(r,{instancePath:P,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:A})||(t=t===null?z.errors:t.concat(z.errors),e=t.length);var $=f===e;if($){let p=e;ge(r,{instancePath:P,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:A})||(t=t===null?ge.errors:t.concat(ge.errors),e=t.length);var $=p===e;if($){let y=e;ie(r,{instancePath:P,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:A})||(t=t===null?ie.errors:t.concat(ie.errors),e=t.length);var $=y===e;if($){let D=e;Ae(r,{instancePath:P,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:A})||(t=t===null?Ae.errors:t.concat(Ae.errors),e=t.length);var $=D===e;if($){let ee=e;Oe(r,{instancePath:P,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:A})||(t=t===null?Oe.errors:t.concat(Oe.errors),e=t.length);var $=ee===e;if($){let k=e;je(r,{instancePath:P,parentData:te,parentDataProperty:ne,rootData:q,
dynamicAnchors:A})||(t=t===null?je.errors:t.concat(je.errors),e=t.length);var $=k===e}}}}}}if(e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.definitions!==
void 0){let f=r.definitions,Z=e;if(e===Z)if(f&&typeof f=="object"&&!Array.isArray(f))for(let p in f){let _=f[p],y=e,a=A.meta;if(a)if(!a(_,{instancePath:P+"/defi\
nitions/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:f,parentDataProperty:p,rootData:q,dynamicAnchors:A}))t=t===null?a.errors:t.concat(a.errors),e=t.length;else
var c=a.evaluated.props,N=a.evaluated.items;else if(!pe(_,{instancePath:P+"/definitions/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:f,parentDataProperty:p,
rootData:q,dynamicAnchors:A}))t=t===null?pe.errors:t.concat(pe.errors),e=t.length;else{var x=pe.evaluated.props;c!==!0&&x!==void 0&&(x===!0?c=!0:(c=c||{},Object.
assign(c,x)));var I=pe.evaluated.items;N!==!0&&I!==void 0&&(N=I===!0?!0:N>I?N:I)}var n=y===e;if(!n)break}else return pe.errors=[E],!1;var j=Z===e}else var j=!0;
if(j){if(r.dependencies!==void 0){let f=r.dependencies,Z=e;if(e===Z)if(f&&typeof f=="object"&&!Array.isArray(f))for(let _ in f){let y=f[_],a=e,D=e,L=!1,ee=e,S=A.
meta;if(S)if(!S(y,{instancePath:P+"/dependencies/"+_.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:f,parentDataProperty:_,rootData:q,dynamicAnchors:A}))t=t===
null?S.errors:t.concat(S.errors),e=t.length;else var b=S.evaluated.props,v=S.evaluated.items;else if(!pe(y,{instancePath:P+"/dependencies/"+_.replace(/~/g,"~0").
replace(/\//g,"~1"),parentData:f,parentDataProperty:_,rootData:q,dynamicAnchors:A}))t=t===null?pe.errors:t.concat(pe.errors),e=t.length;else{var M=pe.evaluated.
props;b!==!0&&M!==void 0&&(M===!0?b=!0:(b=b||{},Object.assign(b,M)));var i=pe.evaluated.items;v!==!0&&i!==void 0&&(v=i===!0?!0:v>i?v:i)}var u=ee===e;L=L||u;let k=e;
if(e===e)if(Array.isArray(y)){var m=!0;let d=y.length;for(let K=0;K<d;K++){let W=e;if(typeof y[K]!="string"){let re=E;t===null?t=[re]:t.push(re),e++}var m=W===e;
if(!m)break}if(m){let K=y.length,W;if(K>1){let T={};for(;K--;){let re=y[K];if(typeof re=="string"){if(typeof T[re]=="number"){W=T[re];let ue=E;t===null?t=[ue]:t.
push(ue),e++;break}T[re]=K}}}}}else{let d=E;t===null?t=[d]:t.push(d),e++}var u=k===e;if(L=L||u,u&&v!==!0&&(v=!0),L)e=D,t!==null&&(D?t.length=D:t=null);else{let d=E;
return t===null?t=[d]:t.push(d),e++,pe.errors=t,!1}var g=a===e;if(!g)break}else return pe.errors=[E],!1;var j=Z===e}else var j=!0;if(j){if(r.$recursiveAnchor!==
void 0){let f=r.$recursiveAnchor,Z=e;if(e===e)if(typeof f=="string"){if(!Ke.test(f))return pe.errors=[E],!1}else return pe.errors=[E],!1;var j=Z===e}else var j=!0;
if(j)if(r.$recursiveRef!==void 0){let f=e,Z=e;if(e===Z&&e===Z&&typeof r.$recursiveRef!="string")return pe.errors=[E],!1;var j=f===e}else var j=!0}}}return pe.errors=
t,e===0}pe.evaluated={props:{definitions:!0,dependencies:!0,$recursiveAnchor:!0,$recursiveRef:!0,contentEncoding:!0,contentMediaType:!0,contentSchema:!0,format:!0,
title:!0,description:!0,default:!0,deprecated:!0,readOnly:!0,writeOnly:!0,examples:!0,type:!0,const:!0,enum:!0,multipleOf:!0,maximum:!0,exclusiveMaximum:!0,minimum:!0,
exclusiveMinimum:!0,maxLength:!0,minLength:!0,pattern:!0,maxItems:!0,minItems:!0,uniqueItems:!0,maxContains:!0,minContains:!0,maxProperties:!0,minProperties:!0,
required:!0,dependentRequired:!0,unevaluatedItems:!0,unevaluatedProperties:!0,prefixItems:!0,items:!0,contains:!0,additionalProperties:!0,properties:!0,patternProperties:!0,
dependentSchemas:!0,propertyNames:!0,if:!0,then:!0,else:!0,allOf:!0,anyOf:!0,oneOf:!0,not:!0,$id:!0,$schema:!0,$ref:!0,$anchor:!0,$dynamicRef:!0,$dynamicAnchor:!0,
$vocabulary:!0,$comment:!0,$defs:!0},dynamicProps:!1,dynamicItems:!1};export{hr as isLock,rr as isManifest,$r as isSchema};
