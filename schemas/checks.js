// Made by "npm run forms" from the schemas; see scripts/forms/forms.ts.
var Me=(r,P)=>()=>{try{return P||r((P={exports:{}}).exports,P),P.exports}catch(ee){throw P=0,ee}};var Ze=Me(Ce=>{"use strict";Object.defineProperty(Ce,"__esModule",{value:!0});function Qe(r){let P=r.length,ee=0,ie=0,R;for(;ie<P;)ee++,R=r.charCodeAt(ie++),R>=
55296&&R<=56319&&ie<P&&(R=r.charCodeAt(ie),(R&64512)===56320&&ie++);return ee}Ce.default=Qe;Qe.code='require("ajv/dist/runtime/ucs2length").default'});var Ue=Me((Ar,Ge)=>{"use strict";Ge.exports=function r(P,ee){if(P===ee)return!0;if(P&&ee&&typeof P=="object"&&typeof ee=="object"){if(P.constructor!==ee.constructor)
return!1;var ie,R,b;if(Array.isArray(P)){if(ie=P.length,ie!=ee.length)return!1;for(R=ie;R--!==0;)if(!r(P[R],ee[R]))return!1;return!0}if(P.constructor===RegExp)return P.
source===ee.source&&P.flags===ee.flags;if(P.valueOf!==Object.prototype.valueOf)return P.valueOf()===ee.valueOf();if(P.toString!==Object.prototype.toString)return P.
toString()===ee.toString();if(b=Object.keys(P),ie=b.length,ie!==Object.keys(ee).length)return!1;for(R=ie;R--!==0;)if(!Object.prototype.hasOwnProperty.call(ee,b[R]))
return!1;for(R=ie;R--!==0;){var t=b[R];if(!r(P[t],ee[t]))return!1}return!0}return P!==P&&ee!==ee}});var ze=Me(we=>{"use strict";Object.defineProperty(we,"__esModule",{value:!0});var Je=Ue();Je.code='require("ajv/dist/runtime/equal").default';we.default=Je});var s={},rr=C;var tr={$schema:"https://json-schema.org/draft/2020-12/schema",type:"object",additionalProperties:!1,required:["name","tools"],properties:{$schema:{type:"string",
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
integer",minimum:1},storeValueBytes:{type:"integer",minimum:1},signCalls:{type:"integer",minimum:1}}},capabilities:{type:"object",additionalProperties:!1,properties:{
fetch:{type:"array",maxItems:64,items:{$ref:"#/$defs/fetchWish"}},store:{$ref:"#/$defs/storeWish"},secrets:{type:"array",maxItems:32,items:{$ref:"#/$defs/secret\
Wish"}},signing:{type:"array",maxItems:16,items:{$ref:"#/$defs/signingWish"}}}},fetchWish:{type:"object",additionalProperties:!1,required:["origin"],properties:{
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
er",minimum:1}}},c=Object.prototype.hasOwnProperty,te=Ze().default,sr=new RegExp("^[a-z0-9][a-z0-9-]{0,63}$","u"),ir=new RegExp("^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0\
|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$","u"),Ve=new RegExp("^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u00\
9f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$","u"),qe=new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2\
069]*$","u"),Ye=new RegExp("^https?://[!-~]+$","u"),nr=new RegExp("^(?!.*(^|/)(\\.|node_modules/))[A-Za-z0-9_@.-]+(/[A-Za-z0-9_@.-]+)*\\.(js|mjs|ts|mts)$","u"),
ar={type:"object",additionalProperties:!1,required:["name","description","inputSchema"],if:{not:{required:["contentBlocks"]}},then:{required:["outputSchema"]},else:{
properties:{outputSchema:{type:"object",required:["type"],properties:{type:{const:"object"}}}}},properties:{name:{type:"string",pattern:"^(?!__proto__$)[a-zA-Z0\
-9_-]{1,64}$"},title:{type:"string",minLength:1,maxLength:256,pattern:"^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*$"},
description:{type:"string",minLength:1,maxLength:8192,pattern:"^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u206\
9]*$"},inputSchema:{type:"object",required:["type"],properties:{type:{const:"object"}}},outputSchema:{type:"object"},contentBlocks:{const:!0},annotations:{$ref:"\
#/$defs/annotations"},export:{type:"string",maxLength:128,pattern:"^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$"},limits:{$ref:"#/$defs/limits"},examples:{
type:"array",maxItems:64,items:{$ref:"#/$defs/example"}}}};var lr=new RegExp("^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$","u"),fr=new RegExp("^(?!__proto__$)[\\p{ID_Start}$_][\\p{ID_Continue}$]*$","u");function le(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=le.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean"&&r!==null)return le.errors=[s],!1;if(e===0&&r&&typeof r==
"object"&&!Array.isArray(r)){let L=e;for(let x of Object.keys(r))if(!(x==="key"||x==="version"||x==="expiresAt"||x==="value"||x==="entries"||x==="next")){return le.
errors=[s],!1;break}if(L===e){if(r.key!==void 0&&c.call(r,"key")){let x=r.key,f=e;if(e===f)if(typeof x=="string"){if(te(x)>1024)return le.errors=[s],!1}else return le.
errors=[s],!1;var a=f===e}else var a=!0;if(a){if(r.version!==void 0&&c.call(r,"version")){let x=r.version,f=e;if(e===f)if(typeof x=="string"){if(te(x)>1024)return le.
errors=[s],!1}else return le.errors=[s],!1;var a=f===e}else var a=!0;if(a){if(r.expiresAt!==void 0&&c.call(r,"expiresAt")){let x=r.expiresAt,f=e;if(!(typeof x==
"number"&&!(x%1)&&!isNaN(x)&&isFinite(x)))return le.errors=[s],!1;if(e===f&&typeof x=="number"&&isFinite(x)&&(x<0||isNaN(x)))return le.errors=[s],!1;var a=f===e}else
var a=!0;if(a){if(r.value!==void 0&&c.call(r,"value")){let x=e;if(typeof r.value!="string")return le.errors=[s],!1;var a=x===e}else var a=!0;if(a){if(r.entries!==
void 0&&c.call(r,"entries")){let x=r.entries,f=e;if(e===f)if(Array.isArray(x)){if(x.length>1e3)return le.errors=[s],!1;{var g=!0;let E=x.length;for(let _=0;_<E;_++){
let v=x[_],i=e;if(e===e)if(v&&typeof v=="object"&&!Array.isArray(v)){let $;if((v.key===void 0||!c.call(v,"key"))&&($="key")||(v.version===void 0||!c.call(v,"ver\
sion"))&&($="version"))return le.errors=[s],!1;{let I=e;for(let l of Object.keys(v))if(!(l==="key"||l==="version"||l==="expiresAt")){return le.errors=[s],!1;break}
if(I===e){if(v.key!==void 0&&c.call(v,"key")){let l=v.key,m=e;if(e===m)if(typeof l=="string"){if(te(l)>1024)return le.errors=[s],!1}else return le.errors=[s],!1;
var p=m===e}else var p=!0;if(p){if(v.version!==void 0&&c.call(v,"version")){let l=v.version,m=e;if(e===m)if(typeof l=="string"){if(te(l)>1024)return le.errors=[
s],!1}else return le.errors=[s],!1;var p=m===e}else var p=!0;if(p)if(v.expiresAt!==void 0&&c.call(v,"expiresAt")){let l=v.expiresAt,m=e;if(!(typeof l=="number"&&
!(l%1)&&!isNaN(l)&&isFinite(l)))return le.errors=[s],!1;if(e===m&&typeof l=="number"&&isFinite(l)&&(l<0||isNaN(l)))return le.errors=[s],!1;var p=m===e}else var p=!0}}}}else
return le.errors=[s],!1;var g=i===e;if(!g)break}}}else return le.errors=[s],!1;var a=f===e}else var a=!0;if(a)if(r.next!==void 0&&c.call(r,"next")){let x=r.next,
f=e;if(e===f)if(typeof x=="string"){if(te(x)>1024)return le.errors=[s],!1}else return le.errors=[s],!1;var a=f===e}else var a=!0}}}}}}return le.errors=t,e===0}le.
evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var He=new RegExp("^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$","u"),or=new RegExp("^[A-Za\
-z0-9!#$%&'*+.^_`|~-]{1,128}$","u"),ur=new RegExp("^[\\t -~]*$","u"),er=new RegExp("^(?!(CONNECT|TRACE|TRACK)$)[A-Z]{1,20}$","u"),Te=new RegExp("^[A-Z][A-Z0-9_]\
{0,63}$","u"),cr=new RegExp("^[A-Z][A-Za-z]{0,63}$","u");function q(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){
let t=null,e=0,O=q.evaluated;O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0);let a=e,g=!1,p=null,L=e;if(r&&typeof r=="object"&&!Array.isArray(
r)){let re;if((r.answer===void 0||!c.call(r,"answer"))&&(re="answer")){let d=s;t===null?t=[d]:t.push(d),e++}}var f=L===e;f&&(g=!0,p=0);let x=e;if(r&&typeof r=="\
object"&&!Array.isArray(r)){let re;if((r.error===void 0||!c.call(r,"error"))&&(re="error")){let d=s;t===null?t=[d]:t.push(d),e++}}var f=x===e;if(f&&g?(g=!1,p=[p,
1]):f&&(g=!0,p=1),g){e=a,t!==null&&(a?t.length=a:t=null);let re=e,d=!0,V=e;if(r&&typeof r=="object"&&!Array.isArray(r)){let H;if((r.store===void 0||!c.call(r,"s\
tore"))&&(H="store")){let Y={};t===null?t=[Y]:t.push(Y),e++}}var o=V===e;e=re,t!==null&&(re?t.length=re:t=null);let T;if(o){let H=e;if(r&&typeof r=="object"&&!Array.
isArray(r)){if(r.fetch!==void 0&&c.call(r,"fetch")){var E=!1;return q.errors=[s],!1}else var E=!0;if(E){if(r.method!==void 0&&c.call(r,"method")){var E=!1;return q.
errors=[s],!1}else var E=!0;if(E){if(r.answer!==void 0&&c.call(r,"answer")){let ue=e;le(r.answer,{instancePath:P+"/answer",parentData:r,parentDataProperty:"answ\
er",rootData:R,dynamicAnchors:b})||(t=t===null?le.errors:t.concat(le.errors),e=t.length);var E=ue===e}else var E=!0;if(E)if(r.sign!==void 0&&c.call(r,"sign")){var E=!1;
return q.errors=[s],!1}else var E=!0}}}var o=H===e;if(d=o,d){var _={};_.fetch=!0,_.method=!0,_.answer=!0,_.sign=!0}T="then"}else{let H=e,Y=e,ue=!0,pe=e;if(r&&typeof r==
"object"&&!Array.isArray(r)){let oe;if((r.sign===void 0||!c.call(r,"sign"))&&(oe="sign")){let z={};t===null?t=[z]:t.push(z),e++}}var v=pe===e;e=Y,t!==null&&(Y?t.
length=Y:t=null);let be;if(v){let oe=e;if(r&&typeof r=="object"&&!Array.isArray(r)){if(r.fetch!==void 0&&c.call(r,"fetch")){var i=!1;return q.errors=[s],!1}else
var i=!0;if(i){if(r.method!==void 0&&c.call(r,"method")){var i=!1;return q.errors=[s],!1}else var i=!0;if(i)if(r.answer!==void 0&&c.call(r,"answer")){let U=r.answer,
X=e;if(e===X)if(typeof U=="string"){if(te(U)>2048)return q.errors=[s],!1;if(te(U)<4)return q.errors=[s],!1;if(!He.test(U))return q.errors=[s],!1}else return q.errors=
[s],!1;var i=X===e}else var i=!0}}var v=oe===e;if(ue=v,ue){var u={};u.fetch=!0,u.method=!0,u.answer=!0}be="then"}else{let oe=e;if(r&&typeof r=="object"&&!Array.
isArray(r)){let U;if((r.fetch===void 0||!c.call(r,"fetch"))&&(U="fetch"))return q.errors=[s],!1;if(r.answer!==void 0&&c.call(r,"answer")){let X=r.answer;if(e===
e)if(X&&typeof X=="object"&&!Array.isArray(X)){let Re=e;for(let ne of Object.keys(X))if(!(ne==="status"||ne==="headers"||ne==="body"||ne==="json"||ne==="base64")){
return q.errors=[s],!1;break}if(Re===e){if(X.status!==void 0&&c.call(X,"status")){let ne=X.status,Ne=e;if(!(typeof ne=="number"&&!(ne%1)&&!isNaN(ne)&&isFinite(ne)))
return q.errors=[s],!1;if(e===Ne&&typeof ne=="number"&&isFinite(ne)){if(ne>599||isNaN(ne))return q.errors=[s],!1;if(ne<200||isNaN(ne))return q.errors=[s],!1}var A=Ne===
e}else var A=!0;if(A){if(X.headers!==void 0&&c.call(X,"headers")){let ne=X.headers,Ne=e;if(e===Ne)if(ne&&typeof ne=="object"&&!Array.isArray(ne)){if(Object.keys(
ne).length>64)return q.errors=[s],!1;for(let Pe of Object.keys(ne)){let Ie=e;if(typeof Pe=="string"&&!or.test(Pe)){let ke=s;t===null?t=[ke]:t.push(ke),e++}var $=Ie===
e;if(!$){let ke=s;return t===null?t=[ke]:t.push(ke),e++,q.errors=t,!1;break}}if($)for(let Pe of Object.keys(ne)){let Ie=ne[Pe],ke=e;if(e===ke)if(typeof Ie=="str\
ing"){if(te(Ie)>8192)return q.errors=[s],!1;if(!ur.test(Ie))return q.errors=[s],!1}else return q.errors=[s],!1;var I=ke===e;if(!I)break}}else return q.errors=[s],
!1;var A=Ne===e}else var A=!0;if(A){if(X.body!==void 0&&c.call(X,"body")){let ne=e;if(typeof X.body!="string")return q.errors=[s],!1;var A=ne===e}else var A=!0;
if(A){if(X.base64!==void 0&&c.call(X,"base64")){let ne=X.base64,Ne=e;if(e===Ne)if(typeof ne=="string"){if(!He.test(ne))return q.errors=[s],!1}else return q.errors=
[s],!1;var A=Ne===e}else var A=!0;if(A){if(X.body!==void 0&&c.call(X,"body")){let ne=e;if(X&&typeof X=="object"&&!Array.isArray(X)){if(X.json!==void 0&&c.call(X,
"json")){var l=!1;return q.errors=[s],!1}else var l=!0;if(l)if(X.base64!==void 0&&c.call(X,"base64")){var l=!1;return q.errors=[s],!1}else var l=!0}var m=ne===e}else
var m=!0;if(m)if(X.json!==void 0&&c.call(X,"json")){let ne=e;if(X&&typeof X=="object"&&!Array.isArray(X)&&X.base64!==void 0&&c.call(X,"base64"))return q.errors=
[s],!1;var m=ne===e}else var m=!0}}}}}}else return q.errors=[s],!1}}var v=oe===e;ue=v,ue&&u!==!0&&(u=u||{},u.answer=!0),be="else"}if(!ue){let oe=s;return t===null?
t=[oe]:t.push(oe),e++,q.errors=t,!1}var o=H===e;d=o,d&&_!==!0&&u!==void 0&&(u===!0?_=!0:(_=_||{},Object.assign(_,u))),T="else"}if(!d){let H=s;return t===null?t=
[H]:t.push(H),e++,q.errors=t,!1}}else{let re=s;return t===null?t=[re]:t.push(re),e++,q.errors=t,!1}if(e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let re=e;
for(let d of Object.keys(r))if(!(d==="fetch"||d==="method"||d==="store"||d==="sign"||d==="answer"||d==="error")){return q.errors=[s],!1;break}if(re===e){if(r.fetch!==
void 0&&c.call(r,"fetch")){let d=r.fetch,V=e;if(e===V)if(typeof d=="string"){if(te(d)>8192)return q.errors=[s],!1;if(!Ye.test(d))return q.errors=[s],!1}else return q.
errors=[s],!1;var D=V===e}else var D=!0;if(D){if(r.method!==void 0&&c.call(r,"method")){let d=r.method,V=e;if(e===V)if(typeof d=="string"){if(!er.test(d))return q.
errors=[s],!1}else return q.errors=[s],!1;var D=V===e}else var D=!0;if(D){if(r.store!==void 0&&c.call(r,"store")){let d=r.store,V=e,T=e,H=e,Y=!0,ue=e;if(d&&typeof d==
"object"&&!Array.isArray(d)&&d.op!==void 0&&c.call(d,"op")&&d.op!=="list"){let _e={};t===null?t=[_e]:t.push(_e),e++}var k=ue===e;e=H,t!==null&&(H?t.length=H:t=null);
let pe;if(k){let _e=e;if(d&&typeof d=="object"&&!Array.isArray(d)){if(d.key!==void 0&&c.call(d,"key")){var h=!1;return q.errors=[s],!1}else var h=!0;if(h){if(d.
value!==void 0&&c.call(d,"value")){var h=!1;return q.errors=[s],!1}else var h=!0;if(h){if(d.ttlMs!==void 0&&c.call(d,"ttlMs")){var h=!1;return q.errors=[s],!1}else
var h=!0;if(h)if(d.ifVersion!==void 0&&c.call(d,"ifVersion")){var h=!1;return q.errors=[s],!1}else var h=!0}}}var k=_e===e;if(Y=k,Y){var n={};n.key=!0,n.value=!0,
n.ttlMs=!0,n.ifVersion=!0,n.op=!0}pe="then"}else{let _e=e;if(d&&typeof d=="object"&&!Array.isArray(d)){let z;if((d.key===void 0||!c.call(d,"key"))&&(z="key"))return q.
errors=[s],!1;if(d.prefix!==void 0&&c.call(d,"prefix")){var y=!1;return q.errors=[s],!1}else var y=!0;if(y){if(d.after!==void 0&&c.call(d,"after")){var y=!1;return q.
errors=[s],!1}else var y=!0;if(y)if(d.limit!==void 0&&c.call(d,"limit")){var y=!1;return q.errors=[s],!1}else var y=!0}}var k=_e===e;Y=k,Y&&n!==!0&&(n=n||{},n.prefix=
!0,n.after=!0,n.limit=!0),pe="else"}if(!Y){let _e=s;return t===null?t=[_e]:t.push(_e),e++,q.errors=t,!1}if(e===T)if(d&&typeof d=="object"&&!Array.isArray(d)){let _e;
if((d.op===void 0||!c.call(d,"op"))&&(_e="op"))return q.errors=[s],!1;{let oe=e;for(let z of Object.keys(d))if(!(z==="op"||z==="key"||z==="value"||z==="ttlMs"||
z==="ifVersion"||z==="prefix"||z==="after"||z==="limit")){return q.errors=[s],!1;break}if(oe===e){if(d.op!==void 0&&c.call(d,"op")){let z=d.op,U=e;if(!(z==="get"||
z==="set"||z==="delete"||z==="list"))return q.errors=[s],!1;var Q=U===e}else var Q=!0;if(Q){if(d.key!==void 0&&c.call(d,"key")){let z=d.key,U=e;if(e===U)if(typeof z==
"string"){if(te(z)>1024)return q.errors=[s],!1}else return q.errors=[s],!1;var Q=U===e}else var Q=!0;if(Q){if(d.value!==void 0&&c.call(d,"value")){let z=e;if(typeof d.
value!="string")return q.errors=[s],!1;var Q=z===e}else var Q=!0;if(Q){if(d.ttlMs!==void 0&&c.call(d,"ttlMs")){let z=d.ttlMs,U=e;if(!(typeof z=="number"&&!(z%1)&&
!isNaN(z)&&isFinite(z)))return q.errors=[s],!1;if(e===U&&typeof z=="number"&&isFinite(z)&&(z<1||isNaN(z)))return q.errors=[s],!1;var Q=U===e}else var Q=!0;if(Q){
if(d.ifVersion!==void 0&&c.call(d,"ifVersion")){let z=d.ifVersion,U=e;if(typeof z!="string"&&z!==null)return q.errors=[s],!1;if(e===U&&typeof z=="string"&&te(z)>
1024)return q.errors=[s],!1;var Q=U===e}else var Q=!0;if(Q){if(d.prefix!==void 0&&c.call(d,"prefix")){let z=d.prefix,U=e;if(e===U)if(typeof z=="string"){if(te(z)>
1024)return q.errors=[s],!1}else return q.errors=[s],!1;var Q=U===e}else var Q=!0;if(Q){if(d.after!==void 0&&c.call(d,"after")){let z=d.after,U=e;if(e===U)if(typeof z==
"string"){if(te(z)>1024)return q.errors=[s],!1}else return q.errors=[s],!1;var Q=U===e}else var Q=!0;if(Q)if(d.limit!==void 0&&c.call(d,"limit")){let z=d.limit,
U=e;if(!(typeof z=="number"&&!(z%1)&&!isNaN(z)&&isFinite(z)))return q.errors=[s],!1;if(e===U&&typeof z=="number"&&isFinite(z)&&(z<1||isNaN(z)))return q.errors=[
s],!1;var Q=U===e}else var Q=!0}}}}}}}}}else return q.errors=[s],!1;var D=V===e}else var D=!0;if(D){if(r.sign!==void 0&&c.call(r,"sign")){let d=r.sign,V=e,T=e,H=e,
Y=!1,ue=null,pe=e;if(d&&typeof d=="object"&&!Array.isArray(d)){let oe;if((d.text===void 0||!c.call(d,"text"))&&(oe="text")){let z=s;t===null?t=[z]:t.push(z),e++}}
var ae=pe===e;ae&&(Y=!0,ue=0);let be=e;if(d&&typeof d=="object"&&!Array.isArray(d)){let oe;if((d.base64===void 0||!c.call(d,"base64"))&&(oe="base64")){let z=s;t===
null?t=[z]:t.push(z),e++}}var ae=be===e;if(ae&&Y?(Y=!1,ue=[ue,1]):ae&&(Y=!0,ue=1),Y)e=H,t!==null&&(H?t.length=H:t=null);else{let oe=s;return t===null?t=[oe]:t.push(
oe),e++,q.errors=t,!1}if(e===T)if(d&&typeof d=="object"&&!Array.isArray(d)){let oe;if((d.name===void 0||!c.call(d,"name"))&&(oe="name")||(d.algorithm===void 0||
!c.call(d,"algorithm"))&&(oe="algorithm"))return q.errors=[s],!1;{let z=e;for(let U of Object.keys(d))if(!(U==="name"||U==="algorithm"||U==="text"||U==="base64")){
return q.errors=[s],!1;break}if(z===e){if(d.name!==void 0&&c.call(d,"name")){let U=d.name,X=e;if(e===X)if(typeof U=="string"){if(!Te.test(U))return q.errors=[s],
!1}else return q.errors=[s],!1;var S=X===e}else var S=!0;if(S){if(d.algorithm!==void 0&&c.call(d,"algorithm")){let U=d.algorithm,X=e;if(!(U==="HS256"||U==="HS38\
4"||U==="HS512"||U==="RS256"||U==="ES256"))return q.errors=[s],!1;var S=X===e}else var S=!0;if(S){if(d.text!==void 0&&c.call(d,"text")){let U=d.text,X=e;if(e===
X)if(typeof U=="string"){if(te(U)>65536)return q.errors=[s],!1}else return q.errors=[s],!1;var S=X===e}else var S=!0;if(S)if(d.base64!==void 0&&c.call(d,"base64")){
let U=d.base64,X=e;if(e===X)if(typeof U=="string"){if(te(U)>87384)return q.errors=[s],!1;if(!He.test(U))return q.errors=[s],!1}else return q.errors=[s],!1;var S=X===
e}else var S=!0}}}}}else return q.errors=[s],!1;var D=V===e}else var D=!0;if(D)if(r.error!==void 0&&c.call(r,"error")){let d=r.error,V=e;if(e===e)if(d&&typeof d==
"object"&&!Array.isArray(d)){let Y;if((d.name===void 0||!c.call(d,"name"))&&(Y="name")||(d.message===void 0||!c.call(d,"message"))&&(Y="message"))return q.errors=
[s],!1;{let ue=e;for(let pe of Object.keys(d))if(!(pe==="name"||pe==="message")){return q.errors=[s],!1;break}if(ue===e){if(d.name!==void 0&&c.call(d,"name")){let pe=d.
name,be=e;if(e===be)if(typeof pe=="string"){if(!cr.test(pe))return q.errors=[s],!1}else return q.errors=[s],!1;var N=be===e}else var N=!0;if(N)if(d.message!==void 0&&
c.call(d,"message")){let pe=d.message,be=e;if(e===be)if(typeof pe=="string"){if(te(pe)>1024)return q.errors=[s],!1;if(!qe.test(pe))return q.errors=[s],!1}else return q.
errors=[s],!1;var N=be===e}else var N=!0}}}else return q.errors=[s],!1;var D=V===e}else var D=!0}}}}}else return q.errors=[s],!1;return q.errors=t,e===0}q.evaluated=
{props:!0,dynamicProps:!1,dynamicItems:!1};function he(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){let t=null,
e=0,O=he.evaluated;if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let p;if((r.arguments===
void 0||!c.call(r,"arguments"))&&(p="arguments")||(r.result===void 0||!c.call(r,"result"))&&(p="result"))return he.errors=[s],!1;{let L=e;for(let x of Object.keys(
r))if(!(x==="description"||x==="arguments"||x==="result"||x==="effects")){return he.errors=[s],!1;break}if(L===e){if(r.description!==void 0&&c.call(r,"descripti\
on")){let x=r.description,f=e;if(e===f)if(typeof x=="string"){if(te(x)>1024)return he.errors=[s],!1;if(te(x)<1)return he.errors=[s],!1;if(!Ve.test(x))return he.
errors=[s],!1}else return he.errors=[s],!1;var a=f===e}else var a=!0;if(a){if(r.arguments!==void 0&&c.call(r,"arguments")){let x=r.arguments,f=e;if(!(x&&typeof x==
"object"&&!Array.isArray(x)))return he.errors=[s],!1;var a=f===e}else var a=!0;if(a)if(r.effects!==void 0&&c.call(r,"effects")){let x=r.effects,f=e;if(e===f)if(Array.
isArray(x)){if(x.length>64)return he.errors=[s],!1;{var g=!0;let E=x.length;for(let _=0;_<E;_++){let v=e;q(x[_],{instancePath:P+"/effects/"+_,parentData:x,parentDataProperty:_,
rootData:R,dynamicAnchors:b})||(t=t===null?q.errors:t.concat(q.errors),e=t.length);var g=v===e;if(!g)break}}}else return he.errors=[s],!1;var a=f===e}else var a=!0}}}}else
return he.errors=[s],!1;return he.errors=t,e===0}he.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function B(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,
rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=B.evaluated;O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0);let a=e,g=!0,p=e,L=e,x=e;if(r&&
typeof r=="object"&&!Array.isArray(r)){let $;if((r.contentBlocks===void 0||!c.call(r,"contentBlocks"))&&($="contentBlocks")){let I={};t===null?t=[I]:t.push(I),e++}}
var f=x===e;if(f){let $={};t===null?t=[$]:t.push($),e++}else e=L,t!==null&&(L?t.length=L:t=null);var o=p===e;e=a,t!==null&&(a?t.length=a:t=null);let E;if(o){let $=e;
if(r&&typeof r=="object"&&!Array.isArray(r)){let l;if((r.outputSchema===void 0||!c.call(r,"outputSchema"))&&(l="outputSchema"))return B.errors=[s],!1}var o=$===
e;g=o,E="then"}else{let $=e;if(r&&typeof r=="object"&&!Array.isArray(r)&&r.outputSchema!==void 0&&c.call(r,"outputSchema")){let l=r.outputSchema;if(e===e)if(l&&
typeof l=="object"&&!Array.isArray(l)){let D;if((l.type===void 0||!c.call(l,"type"))&&(D="type"))return B.errors=[s],!1;if(l.type!==void 0&&c.call(l,"type")&&l.
type!=="object")return B.errors=[s],!1}else return B.errors=[s],!1}var o=$===e;if(g=o,g){var _={};_.outputSchema=!0}E="else"}if(!g){let $=s;return t===null?t=[$]:
t.push($),e++,B.errors=t,!1}if(e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let $;if((r.name===void 0||!c.call(r,"name"))&&($="name")||(r.description===void 0||
!c.call(r,"description"))&&($="description")||(r.inputSchema===void 0||!c.call(r,"inputSchema"))&&($="inputSchema"))return B.errors=[s],!1;{let I=e;for(let l of Object.
keys(r))if(!c.call(ar.properties,l)){return B.errors=[s],!1;break}if(I===e){if(r.name!==void 0&&c.call(r,"name")){let l=r.name,m=e;if(e===m)if(typeof l=="string"){
if(!lr.test(l))return B.errors=[s],!1}else return B.errors=[s],!1;var v=m===e}else var v=!0;if(v){if(r.title!==void 0&&c.call(r,"title")){let l=r.title,m=e;if(e===
m)if(typeof l=="string"){if(te(l)>256)return B.errors=[s],!1;if(te(l)<1)return B.errors=[s],!1;if(!qe.test(l))return B.errors=[s],!1}else return B.errors=[s],!1;
var v=m===e}else var v=!0;if(v){if(r.description!==void 0&&c.call(r,"description")){let l=r.description,m=e;if(e===m)if(typeof l=="string"){if(te(l)>8192)return B.
errors=[s],!1;if(te(l)<1)return B.errors=[s],!1;if(!Ve.test(l))return B.errors=[s],!1}else return B.errors=[s],!1;var v=m===e}else var v=!0;if(v){if(r.inputSchema!==
void 0&&c.call(r,"inputSchema")){let l=r.inputSchema,m=e;if(e===m)if(l&&typeof l=="object"&&!Array.isArray(l)){let k;if((l.type===void 0||!c.call(l,"type"))&&(k=
"type"))return B.errors=[s],!1;if(l.type!==void 0&&c.call(l,"type")&&l.type!=="object")return B.errors=[s],!1}else return B.errors=[s],!1;var v=m===e}else var v=!0;
if(v){if(r.outputSchema!==void 0&&c.call(r,"outputSchema")){let l=r.outputSchema,m=e;if(!(l&&typeof l=="object"&&!Array.isArray(l)))return B.errors=[s],!1;var v=m===
e}else var v=!0;if(v){if(r.contentBlocks!==void 0&&c.call(r,"contentBlocks")){let l=e;if(r.contentBlocks!==!0)return B.errors=[s],!1;var v=l===e}else var v=!0;if(v){
if(r.annotations!==void 0&&c.call(r,"annotations")){let l=r.annotations,m=e;if(e===e)if(l&&typeof l=="object"&&!Array.isArray(l)){let h=e;for(let n of Object.keys(
l))if(!(n==="title"||n==="readOnlyHint"||n==="destructiveHint"||n==="idempotentHint"||n==="openWorldHint")){return B.errors=[s],!1;break}if(h===e){if(l.title!==
void 0&&c.call(l,"title")){let n=l.title,y=e;if(e===y)if(typeof n=="string"){if(te(n)>256)return B.errors=[s],!1;if(te(n)<1)return B.errors=[s],!1;if(!qe.test(n))
return B.errors=[s],!1}else return B.errors=[s],!1;var i=y===e}else var i=!0;if(i){if(l.readOnlyHint!==void 0&&c.call(l,"readOnlyHint")){let n=e;if(typeof l.readOnlyHint!=
"boolean")return B.errors=[s],!1;var i=n===e}else var i=!0;if(i){if(l.destructiveHint!==void 0&&c.call(l,"destructiveHint")){let n=e;if(typeof l.destructiveHint!=
"boolean")return B.errors=[s],!1;var i=n===e}else var i=!0;if(i){if(l.idempotentHint!==void 0&&c.call(l,"idempotentHint")){let n=e;if(typeof l.idempotentHint!="\
boolean")return B.errors=[s],!1;var i=n===e}else var i=!0;if(i)if(l.openWorldHint!==void 0&&c.call(l,"openWorldHint")){let n=e;if(typeof l.openWorldHint!="boole\
an")return B.errors=[s],!1;var i=n===e}else var i=!0}}}}}else return B.errors=[s],!1;var v=m===e}else var v=!0;if(v){if(r.export!==void 0&&c.call(r,"export")){let l=r.
export,m=e;if(e===m)if(typeof l=="string"){if(te(l)>128)return B.errors=[s],!1;if(!fr.test(l))return B.errors=[s],!1}else return B.errors=[s],!1;var v=m===e}else
var v=!0;if(v){if(r.limits!==void 0&&c.call(r,"limits")){let l=r.limits,m=e;if(e===e)if(l&&typeof l=="object"&&!Array.isArray(l)){let h=e;for(let n of Object.keys(
l))if(!c.call(Xe.properties,n)){return B.errors=[s],!1;break}if(h===e){if(l.cpuMs!==void 0&&c.call(l,"cpuMs")){let n=l.cpuMs,y=e;if(!(typeof n=="number"&&!(n%1)&&
!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;var u=y===e}else var u=!0;if(u){
if(l.wallMs!==void 0&&c.call(l,"wallMs")){let n=l.wallMs,y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n==
"number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;var u=y===e}else var u=!0;if(u){if(l.memoryMb!==void 0&&c.call(l,"memoryMb")){let n=l.memoryMb,y=e;
if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;
var u=y===e}else var u=!0;if(u){if(l.argumentsBytes!==void 0&&c.call(l,"argumentsBytes")){let n=l.argumentsBytes,y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&
isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;var u=y===e}else var u=!0;if(u){if(l.resultBytes!==
void 0&&c.call(l,"resultBytes")){let n=l.resultBytes,y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n=="nu\
mber"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;var u=y===e}else var u=!0;if(u){if(l.resultDepth!==void 0&&c.call(l,"resultDepth")){let n=l.resultDepth,
y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[
s],!1;var u=y===e}else var u=!0;if(u){if(l.logBytes!==void 0&&c.call(l,"logBytes")){let n=l.logBytes,y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))
return B.errors=[s],!1;if(e===y&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;var u=y===e}else var u=!0;if(u){if(l.logLines!==void 0&&
c.call(l,"logLines")){let n=l.logLines,y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n=="number"&&isFinite(
n)&&(n<1||isNaN(n)))return B.errors=[s],!1;var u=y===e}else var u=!0;if(u){if(l.hostCalls!==void 0&&c.call(l,"hostCalls")){let n=l.hostCalls,y=e;if(!(typeof n==
"number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;var u=y===e}else
var u=!0;if(u){if(l.fetchCalls!==void 0&&c.call(l,"fetchCalls")){let n=l.fetchCalls,y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=
[s],!1;if(e===y&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;var u=y===e}else var u=!0;if(u){if(l.fetchConcurrency!==void 0&&c.call(
l,"fetchConcurrency")){let n=l.fetchConcurrency,y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n=="number"&&
isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;var u=y===e}else var u=!0;if(u){if(l.fetchRequestBytes!==void 0&&c.call(l,"fetchRequestBytes")){let n=l.fetchRequestBytes,
y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[
s],!1;var u=y===e}else var u=!0;if(u){if(l.fetchResponseBytes!==void 0&&c.call(l,"fetchResponseBytes")){let n=l.fetchResponseBytes,y=e;if(!(typeof n=="number"&&
!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;var u=y===e}else var u=!0;
if(u){if(l.fetchMs!==void 0&&c.call(l,"fetchMs")){let n=l.fetchMs,y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&
typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;var u=y===e}else var u=!0;if(u){if(l.storeBytes!==void 0&&c.call(l,"storeBytes")){let n=l.
storeBytes,y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return B.
errors=[s],!1;var u=y===e}else var u=!0;if(u){if(l.storeKeys!==void 0&&c.call(l,"storeKeys")){let n=l.storeKeys,y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&
isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;var u=y===e}else var u=!0;if(u){if(l.storeValueBytes!==
void 0&&c.call(l,"storeValueBytes")){let n=l.storeValueBytes,y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n==
"number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;var u=y===e}else var u=!0;if(u)if(l.signCalls!==void 0&&c.call(l,"signCalls")){let n=l.signCalls,y=e;
if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return B.errors=[s],!1;if(e===y&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))return B.errors=[s],!1;
var u=y===e}else var u=!0}}}}}}}}}}}}}}}}}}else return B.errors=[s],!1;var v=m===e}else var v=!0;if(v)if(r.examples!==void 0&&c.call(r,"examples")){let l=r.examples,
m=e;if(e===m)if(Array.isArray(l)){if(l.length>64)return B.errors=[s],!1;{var A=!0;let k=l.length;for(let h=0;h<k;h++){let n=e;he(l[h],{instancePath:P+"/examples\
/"+h,parentData:l,parentDataProperty:h,rootData:R,dynamicAnchors:b})||(t=t===null?he.errors:t.concat(he.errors),e=t.length);var A=n===e;if(!A)break}}}else return B.
errors=[s],!1;var v=m===e}else var v=!0}}}}}}}}}}}else return B.errors=[s],!1;return B.errors=t,e===0}B.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var pr=ze().default,dr=new RegExp("^/[!-~]*$","u"),mr=new RegExp("^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$","u");function M(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,
rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=M.evaluated;if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0),e===0)if(r&&typeof r=="o\
bject"&&!Array.isArray(r)){let $=e;for(let I of Object.keys(r))if(!(I==="fetch"||I==="store"||I==="secrets"||I==="signing")){return M.errors=[s],!1;break}if($===
e){if(r.fetch!==void 0&&c.call(r,"fetch")){let I=r.fetch,l=e;if(e===l)if(Array.isArray(I)){if(I.length>64)return M.errors=[s],!1;{var a=!0;let m=I.length;for(let D=0;D<
m;D++){let k=I[D],h=e;if(e===e)if(k&&typeof k=="object"&&!Array.isArray(k)){let Q;if((k.origin===void 0||!c.call(k,"origin"))&&(Q="origin"))return M.errors=[s],
!1;{let ae=e;for(let S of Object.keys(k))if(!(S==="origin"||S==="methods"||S==="path"||S==="optional")){return M.errors=[s],!1;break}if(ae===e){if(k.origin!==void 0&&
c.call(k,"origin")){let S=k.origin,N=e;if(e===N)if(typeof S=="string"){if(te(S)>300)return M.errors=[s],!1}else return M.errors=[s],!1;var g=N===e}else var g=!0;
if(g){if(k.methods!==void 0&&c.call(k,"methods")){let S=k.methods,N=e;if(e===N)if(Array.isArray(S)){if(S.length>16)return M.errors=[s],!1;if(S.length<1)return M.
errors=[s],!1;{var p=!0;let d=S.length;for(let V=0;V<d;V++){let T=S[V],H=e;if(e===H)if(typeof T=="string"){if(!er.test(T))return M.errors=[s],!1}else return M.errors=
[s],!1;var p=H===e;if(!p)break}if(p){let V=S.length,T;if(V>1){let H={};for(;V--;){let Y=S[V];if(typeof Y=="string"){if(typeof H[Y]=="number"){return T=H[Y],M.errors=
[s],!1;break}H[Y]=V}}}}}}else return M.errors=[s],!1;var g=N===e}else var g=!0;if(g){if(k.path!==void 0&&c.call(k,"path")){let S=k.path,N=e;if(e===N)if(typeof S==
"string"){if(te(S)>1024)return M.errors=[s],!1;if(!dr.test(S))return M.errors=[s],!1}else return M.errors=[s],!1;var g=N===e}else var g=!0;if(g)if(k.optional!==
void 0&&c.call(k,"optional")){let S=e;if(typeof k.optional!="boolean")return M.errors=[s],!1;var g=S===e}else var g=!0}}}}}else return M.errors=[s],!1;var a=h===
e;if(!a)break}}}else return M.errors=[s],!1;var L=l===e}else var L=!0;if(L){if(r.store!==void 0&&c.call(r,"store")){let I=r.store,l=e;if(e===e)if(I&&typeof I=="\
object"&&!Array.isArray(I)){let k=e;for(let h of Object.keys(I))if(!(h==="scope"||h==="optional")){return M.errors=[s],!1;break}if(k===e){if(I.scope!==void 0&&c.
call(I,"scope")){let h=I.scope,n=e;if(!(h==="plugin"||h==="caller"))return M.errors=[s],!1;var x=n===e}else var x=!0;if(x)if(I.optional!==void 0&&c.call(I,"opti\
onal")){let h=e;if(typeof I.optional!="boolean")return M.errors=[s],!1;var x=h===e}else var x=!0}}else return M.errors=[s],!1;var L=l===e}else var L=!0;if(L){if(r.
secrets!==void 0&&c.call(r,"secrets")){let I=r.secrets,l=e;if(e===l)if(Array.isArray(I)){if(I.length>32)return M.errors=[s],!1;{var f=!0;let D=I.length;for(let k=0;k<
D;k++){let h=I[k],n=e;if(e===e)if(h&&typeof h=="object"&&!Array.isArray(h)){let ae;if((h.name===void 0||!c.call(h,"name"))&&(ae="name")||(h.origin===void 0||!c.
call(h,"origin"))&&(ae="origin"))return M.errors=[s],!1;{let S=e;for(let N of Object.keys(h))if(!(N==="name"||N==="origin"||N==="headers"||N==="parameters"||N===
"bodyMembers"||N==="description"||N==="optional")){return M.errors=[s],!1;break}if(S===e){if(h.name!==void 0&&c.call(h,"name")){let N=h.name,re=e;if(e===re)if(typeof N==
"string"){if(!Te.test(N))return M.errors=[s],!1}else return M.errors=[s],!1;var o=re===e}else var o=!0;if(o){if(h.origin!==void 0&&c.call(h,"origin")){let N=h.origin,
re=e;if(e===re)if(typeof N=="string"){if(te(N)>300)return M.errors=[s],!1}else return M.errors=[s],!1;var o=re===e}else var o=!0;if(o){if(h.headers!==void 0&&c.
call(h,"headers")){let N=h.headers,re=e;if(e===re)if(Array.isArray(N)){if(N.length>8)return M.errors=[s],!1;if(N.length<1)return M.errors=[s],!1;{var E=!0;let V=N.
length;for(let T=0;T<V;T++){let H=N[T],Y=e;if(e===Y)if(typeof H=="string"){if(!mr.test(H))return M.errors=[s],!1}else return M.errors=[s],!1;var E=Y===e;if(!E)break}}}else
return M.errors=[s],!1;var o=re===e}else var o=!0;if(o){if(h.parameters!==void 0&&c.call(h,"parameters")){let N=h.parameters,re=e;if(e===re)if(Array.isArray(N)){
if(N.length>8)return M.errors=[s],!1;if(N.length<1)return M.errors=[s],!1;{var _=!0;let V=N.length;for(let T=0;T<V;T++){let H=N[T],Y=e;if(e===Y)if(typeof H=="st\
ring"){if(te(H)>100)return M.errors=[s],!1;if(te(H)<1)return M.errors=[s],!1}else return M.errors=[s],!1;var _=Y===e;if(!_)break}}}else return M.errors=[s],!1;var o=re===
e}else var o=!0;if(o){if(h.bodyMembers!==void 0&&c.call(h,"bodyMembers")){let N=h.bodyMembers,re=e;if(e===re)if(Array.isArray(N)){if(N.length>8)return M.errors=
[s],!1;if(N.length<1)return M.errors=[s],!1;{var v=!0;let V=N.length;for(let T=0;T<V;T++){let H=N[T],Y=e;if(e===Y)if(typeof H=="string"){if(te(H)>100)return M.errors=
[s],!1;if(te(H)<1)return M.errors=[s],!1}else return M.errors=[s],!1;var v=Y===e;if(!v)break}}}else return M.errors=[s],!1;var o=re===e}else var o=!0;if(o){if(h.
description!==void 0&&c.call(h,"description")){let N=h.description,re=e;if(e===re)if(typeof N=="string"){if(te(N)>1024)return M.errors=[s],!1;if(te(N)<1)return M.
errors=[s],!1;if(!qe.test(N))return M.errors=[s],!1}else return M.errors=[s],!1;var o=re===e}else var o=!0;if(o)if(h.optional!==void 0&&c.call(h,"optional")){let N=e;
if(typeof h.optional!="boolean")return M.errors=[s],!1;var o=N===e}else var o=!0}}}}}}}}else return M.errors=[s],!1;var f=n===e;if(!f)break}}}else return M.errors=
[s],!1;var L=l===e}else var L=!0;if(L)if(r.signing!==void 0&&c.call(r,"signing")){let I=r.signing,l=e;if(e===l)if(Array.isArray(I)){if(I.length>16)return M.errors=
[s],!1;{var i=!0;let D=I.length;for(let k=0;k<D;k++){let h=I[k],n=e;if(e===e)if(h&&typeof h=="object"&&!Array.isArray(h)){let ae;if((h.name===void 0||!c.call(h,
"name"))&&(ae="name")||(h.algorithms===void 0||!c.call(h,"algorithms"))&&(ae="algorithms"))return M.errors=[s],!1;{let S=e;for(let N of Object.keys(h))if(!(N===
"name"||N==="algorithms"||N==="description"||N==="optional")){return M.errors=[s],!1;break}if(S===e){if(h.name!==void 0&&c.call(h,"name")){let N=h.name,re=e;if(e===
re)if(typeof N=="string"){if(!Te.test(N))return M.errors=[s],!1}else return M.errors=[s],!1;var u=re===e}else var u=!0;if(u){if(h.algorithms!==void 0&&c.call(h,
"algorithms")){let N=h.algorithms,re=e;if(e===re)if(Array.isArray(N)){if(N.length>3)return M.errors=[s],!1;if(N.length<1)return M.errors=[s],!1;{var A=!0;let V=N.
length;for(let T=0;T<V;T++){let H=N[T],Y=e;if(!(H==="HS256"||H==="HS384"||H==="HS512"||H==="RS256"||H==="ES256"))return M.errors=[s],!1;var A=Y===e;if(!A)break}
if(A){let T=N.length,H;if(T>1){e:for(;T--;)for(H=T;H--;)if(pr(N[T],N[H])){return M.errors=[s],!1;break e}}}}}else return M.errors=[s],!1;var u=re===e}else var u=!0;
if(u){if(h.description!==void 0&&c.call(h,"description")){let N=h.description,re=e;if(e===re)if(typeof N=="string"){if(te(N)>1024)return M.errors=[s],!1;if(te(N)<
1)return M.errors=[s],!1;if(!qe.test(N))return M.errors=[s],!1}else return M.errors=[s],!1;var u=re===e}else var u=!0;if(u)if(h.optional!==void 0&&c.call(h,"opt\
ional")){let N=e;if(typeof h.optional!="boolean")return M.errors=[s],!1;var u=N===e}else var u=!0}}}}}else return M.errors=[s],!1;var i=n===e;if(!i)break}}}else
return M.errors=[s],!1;var L=l===e}else var L=!0}}}}else return M.errors=[s],!1;return M.errors=t,e===0}M.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function C(r,{
instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=C.evaluated;if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&
(O.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let L;if((r.name===void 0||!c.call(r,"name"))&&(L="name")||(r.tools===void 0||!c.call(r,"too\
ls"))&&(L="tools"))return C.errors=[s],!1;{let x=e;for(let f of Object.keys(r))if(!c.call(tr.properties,f)){return C.errors=[s],!1;break}if(x===e){if(r.$schema!==
void 0&&c.call(r,"$schema")){let f=r.$schema,o=e;if(e===o)if(typeof f=="string"){if(te(f)>2048)return C.errors=[s],!1}else return C.errors=[s],!1;var a=o===e}else
var a=!0;if(a){if(r.name!==void 0&&c.call(r,"name")){let f=r.name,o=e;if(e===o)if(typeof f=="string"){if(!sr.test(f))return C.errors=[s],!1}else return C.errors=
[s],!1;var a=o===e}else var a=!0;if(a){if(r.version!==void 0&&c.call(r,"version")){let f=r.version,o=e;if(e===o)if(typeof f=="string"){if(te(f)>128)return C.errors=
[s],!1;if(!ir.test(f))return C.errors=[s],!1}else return C.errors=[s],!1;var a=o===e}else var a=!0;if(a){if(r.description!==void 0&&c.call(r,"description")){let f=r.
description,o=e;if(e===o)if(typeof f=="string"){if(te(f)>8192)return C.errors=[s],!1;if(te(f)<1)return C.errors=[s],!1;if(!Ve.test(f))return C.errors=[s],!1}else
return C.errors=[s],!1;var a=o===e}else var a=!0;if(a){if(r.author!==void 0&&c.call(r,"author")){let f=r.author,o=e;if(e===o)if(typeof f=="string"){if(te(f)>256)
return C.errors=[s],!1;if(te(f)<1)return C.errors=[s],!1;if(!qe.test(f))return C.errors=[s],!1}else return C.errors=[s],!1;var a=o===e}else var a=!0;if(a){if(r.
license!==void 0&&c.call(r,"license")){let f=r.license,o=e;if(e===o)if(typeof f=="string"){if(te(f)>128)return C.errors=[s],!1;if(te(f)<1)return C.errors=[s],!1;
if(!qe.test(f))return C.errors=[s],!1}else return C.errors=[s],!1;var a=o===e}else var a=!0;if(a){if(r.homepage!==void 0&&c.call(r,"homepage")){let f=r.homepage,
o=e;if(e===o)if(typeof f=="string"){if(te(f)>2048)return C.errors=[s],!1;if(!Ye.test(f))return C.errors=[s],!1}else return C.errors=[s],!1;var a=o===e}else var a=!0;
if(a){if(r.entry!==void 0&&c.call(r,"entry")){let f=r.entry,o=e;if(e===o)if(typeof f=="string"){if(te(f)>256)return C.errors=[s],!1;if(!nr.test(f))return C.errors=
[s],!1}else return C.errors=[s],!1;var a=o===e}else var a=!0;if(a){if(r.tools!==void 0&&c.call(r,"tools")){let f=r.tools,o=e;if(e===o)if(Array.isArray(f)){if(f.
length>128)return C.errors=[s],!1;if(f.length<1)return C.errors=[s],!1;{var g=!0;let _=f.length;for(let v=0;v<_;v++){let i=e;B(f[v],{instancePath:P+"/tools/"+v,
parentData:f,parentDataProperty:v,rootData:R,dynamicAnchors:b})||(t=t===null?B.errors:t.concat(B.errors),e=t.length);var g=i===e;if(!g)break}}}else return C.errors=
[s],!1;var a=o===e}else var a=!0;if(a){if(r.limits!==void 0&&c.call(r,"limits")){let f=r.limits,o=e;if(e===e)if(f&&typeof f=="object"&&!Array.isArray(f)){let v=e;
for(let i of Object.keys(f))if(!c.call(Xe.properties,i)){return C.errors=[s],!1;break}if(v===e){if(f.cpuMs!==void 0&&c.call(f,"cpuMs")){let i=f.cpuMs,u=e;if(!(typeof i==
"number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.errors=[s],!1;var p=u===e}else
var p=!0;if(p){if(f.wallMs!==void 0&&c.call(f,"wallMs")){let i=f.wallMs,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===
u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(f.memoryMb!==void 0&&c.call(f,"memoryMb")){let i=f.
memoryMb,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.
errors=[s],!1;var p=u===e}else var p=!0;if(p){if(f.argumentsBytes!==void 0&&c.call(f,"argumentsBytes")){let i=f.argumentsBytes,u=e;if(!(typeof i=="number"&&!(i%
1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.errors=[s],!1;var p=u===e}else var p=!0;if(p){
if(f.resultBytes!==void 0&&c.call(f,"resultBytes")){let i=f.resultBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===
u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(f.resultDepth!==void 0&&c.call(f,"resultDepth")){let i=f.
resultDepth,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.
errors=[s],!1;var p=u===e}else var p=!0;if(p){if(f.logBytes!==void 0&&c.call(f,"logBytes")){let i=f.logBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(
i)))return C.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(f.logLines!==void 0&&
c.call(f,"logLines")){let i=f.logLines,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(
i)&&(i<1||isNaN(i)))return C.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(f.hostCalls!==void 0&&c.call(f,"hostCalls")){let i=f.hostCalls,u=e;if(!(typeof i==
"number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.errors=[s],!1;var p=u===e}else
var p=!0;if(p){if(f.fetchCalls!==void 0&&c.call(f,"fetchCalls")){let i=f.fetchCalls,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=
[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(f.fetchConcurrency!==void 0&&c.call(
f,"fetchConcurrency")){let i=f.fetchConcurrency,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===u&&typeof i=="number"&&
isFinite(i)&&(i<1||isNaN(i)))return C.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(f.fetchRequestBytes!==void 0&&c.call(f,"fetchRequestBytes")){let i=f.fetchRequestBytes,
u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.errors=[
s],!1;var p=u===e}else var p=!0;if(p){if(f.fetchResponseBytes!==void 0&&c.call(f,"fetchResponseBytes")){let i=f.fetchResponseBytes,u=e;if(!(typeof i=="number"&&
!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.errors=[s],!1;var p=u===e}else var p=!0;
if(p){if(f.fetchMs!==void 0&&c.call(f,"fetchMs")){let i=f.fetchMs,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===u&&
typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(f.storeBytes!==void 0&&c.call(f,"storeBytes")){let i=f.
storeBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.
errors=[s],!1;var p=u===e}else var p=!0;if(p){if(f.storeKeys!==void 0&&c.call(f,"storeKeys")){let i=f.storeKeys,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&
isFinite(i)))return C.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.errors=[s],!1;var p=u===e}else var p=!0;if(p){if(f.storeValueBytes!==
void 0&&c.call(f,"storeValueBytes")){let i=f.storeValueBytes,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===u&&typeof i==
"number"&&isFinite(i)&&(i<1||isNaN(i)))return C.errors=[s],!1;var p=u===e}else var p=!0;if(p)if(f.signCalls!==void 0&&c.call(f,"signCalls")){let i=f.signCalls,u=e;
if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i)))return C.errors=[s],!1;if(e===u&&typeof i=="number"&&isFinite(i)&&(i<1||isNaN(i)))return C.errors=[s],!1;
var p=u===e}else var p=!0}}}}}}}}}}}}}}}}}}else return C.errors=[s],!1;var a=o===e}else var a=!0;if(a){if(r.freshState!==void 0&&c.call(r,"freshState")){let f=e;
if(r.freshState!=="isolate")return C.errors=[s],!1;var a=f===e}else var a=!0;if(a)if(r.capabilities!==void 0&&c.call(r,"capabilities")){let f=e;M(r.capabilities,
{instancePath:P+"/capabilities",parentData:r,parentDataProperty:"capabilities",rootData:R,dynamicAnchors:b})||(t=t===null?M.errors:t.concat(M.errors),e=t.length);
var a=f===e}else var a=!0}}}}}}}}}}}}}else return C.errors=[s],!1;return C.errors=t,e===0}C.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var j={},yr=Se;var Z=Object.prototype.hasOwnProperty,vr=new RegExp("^[a-z0-9][a-z0-9-]{0,63}$","u"),gr={type:"object",properties:{version:{$ref:"#/$defs/version"},digest:{$ref:"\
#/$defs/digest"},key:{type:"string",maxLength:128},tools:{type:"object",additionalProperties:{$ref:"#/$defs/tool"}},dropped:{type:"object",additionalProperties:{
$ref:"#/$defs/tool"}},limits:{$ref:"#/$defs/limits"},toolLimits:{type:"object",additionalProperties:{$ref:"#/$defs/limits"}},freshState:{const:"isolate"},capabilities:{
$ref:"#/$defs/capabilities"},accepted:{type:"array",items:{$ref:"#/$defs/digest"},maxItems:64},versions:{type:"array",items:{$ref:"#/$defs/served"},maxItems:1e3},
pinned:{$ref:"#/$defs/version"}},required:["version","digest","tools","limits","toolLimits","capabilities","accepted"],additionalProperties:!1};var Ae=Ze().default,We=new RegExp("^sha256-[0-9a-f]{64}$","u");function K(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=K.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let A=e;for(let $ of Object.keys(r))if(!($==="fetch"||$==="store"||$===
"secrets"||$==="signing")){return K.errors=[j],!1;break}if(A===e){if(r.fetch!==void 0&&Z.call(r,"fetch")){let $=r.fetch,I=e;if(e===I)if(Array.isArray($)){if($.length>
64)return K.errors=[j],!1;{var a=!0;let l=$.length;for(let m=0;m<l;m++){let D=$[m],k=e;if(e===e)if(D&&typeof D=="object"&&!Array.isArray(D)){let y;if((D.origin===
void 0||!Z.call(D,"origin"))&&(y="origin")||(D.methods===void 0||!Z.call(D,"methods"))&&(y="methods")||(D.path===void 0||!Z.call(D,"path"))&&(y="path"))return K.
errors=[j],!1;{let Q=e;for(let ae of Object.keys(D))if(!(ae==="origin"||ae==="methods"||ae==="path")){return K.errors=[j],!1;break}if(Q===e){if(D.origin!==void 0&&
Z.call(D,"origin")){let ae=D.origin,S=e;if(e===S)if(typeof ae=="string"){if(Ae(ae)>300)return K.errors=[j],!1}else return K.errors=[j],!1;var g=S===e}else var g=!0;
if(g){if(D.methods!==void 0&&Z.call(D,"methods")){let ae=D.methods,S=e;if(e===S)if(Array.isArray(ae)){if(ae.length>16)return K.errors=[j],!1;{var p=!0;let re=ae.
length;for(let d=0;d<re;d++){let V=ae[d],T=e;if(e===T)if(typeof V=="string"){if(Ae(V)>20)return K.errors=[j],!1}else return K.errors=[j],!1;var p=T===e;if(!p)break}}}else
return K.errors=[j],!1;var g=S===e}else var g=!0;if(g)if(D.path!==void 0&&Z.call(D,"path")){let ae=D.path,S=e;if(e===S)if(typeof ae=="string"){if(Ae(ae)>1024)return K.
errors=[j],!1}else return K.errors=[j],!1;var g=S===e}else var g=!0}}}}else return K.errors=[j],!1;var a=k===e;if(!a)break}}}else return K.errors=[j],!1;var L=I===
e}else var L=!0;if(L){if(r.store!==void 0&&Z.call(r,"store")){let $=r.store,I=e;if(e===I)if($&&typeof $=="object"&&!Array.isArray($)){let m;if(($.scope===void 0||
!Z.call($,"scope"))&&(m="scope"))return K.errors=[j],!1;{let D=e;for(let k of Object.keys($))if(k!=="scope"){return K.errors=[j],!1;break}if(D===e&&$.scope!==void 0&&
Z.call($,"scope")){let k=$.scope;if(!(k==="plugin"||k==="caller"))return K.errors=[j],!1}}}else return K.errors=[j],!1;var L=I===e}else var L=!0;if(L){if(r.secrets!==
void 0&&Z.call(r,"secrets")){let $=r.secrets,I=e;if(e===I)if(Array.isArray($)){if($.length>32)return K.errors=[j],!1;{var x=!0;let m=$.length;for(let D=0;D<m;D++){
let k=$[D],h=e;if(e===e)if(k&&typeof k=="object"&&!Array.isArray(k)){let Q;if((k.name===void 0||!Z.call(k,"name"))&&(Q="name")||(k.origin===void 0||!Z.call(k,"o\
rigin"))&&(Q="origin"))return K.errors=[j],!1;{let ae=e;for(let S of Object.keys(k))if(!(S==="name"||S==="origin"||S==="headers"||S==="parameters"||S==="bodyMem\
bers")){return K.errors=[j],!1;break}if(ae===e){if(k.name!==void 0&&Z.call(k,"name")){let S=k.name,N=e;if(e===N)if(typeof S=="string"){if(Ae(S)>64)return K.errors=
[j],!1}else return K.errors=[j],!1;var f=N===e}else var f=!0;if(f){if(k.origin!==void 0&&Z.call(k,"origin")){let S=k.origin,N=e;if(e===N)if(typeof S=="string"){
if(Ae(S)>300)return K.errors=[j],!1}else return K.errors=[j],!1;var f=N===e}else var f=!0;if(f){if(k.headers!==void 0&&Z.call(k,"headers")){let S=k.headers,N=e;
if(e===N)if(Array.isArray(S)){if(S.length>8)return K.errors=[j],!1;{var o=!0;let d=S.length;for(let V=0;V<d;V++){let T=S[V],H=e;if(e===H)if(typeof T=="string"){
if(Ae(T)>100)return K.errors=[j],!1}else return K.errors=[j],!1;var o=H===e;if(!o)break}}}else return K.errors=[j],!1;var f=N===e}else var f=!0;if(f){if(k.parameters!==
void 0&&Z.call(k,"parameters")){let S=k.parameters,N=e;if(e===N)if(Array.isArray(S)){if(S.length>8)return K.errors=[j],!1;{var E=!0;let d=S.length;for(let V=0;V<
d;V++){let T=S[V],H=e;if(e===H)if(typeof T=="string"){if(Ae(T)>100)return K.errors=[j],!1}else return K.errors=[j],!1;var E=H===e;if(!E)break}}}else return K.errors=
[j],!1;var f=N===e}else var f=!0;if(f)if(k.bodyMembers!==void 0&&Z.call(k,"bodyMembers")){let S=k.bodyMembers,N=e;if(e===N)if(Array.isArray(S)){if(S.length>8)return K.
errors=[j],!1;{var _=!0;let d=S.length;for(let V=0;V<d;V++){let T=S[V],H=e;if(e===H)if(typeof T=="string"){if(Ae(T)>100)return K.errors=[j],!1}else return K.errors=
[j],!1;var _=H===e;if(!_)break}}}else return K.errors=[j],!1;var f=N===e}else var f=!0}}}}}}else return K.errors=[j],!1;var x=h===e;if(!x)break}}}else return K.
errors=[j],!1;var L=I===e}else var L=!0;if(L)if(r.signing!==void 0&&Z.call(r,"signing")){let $=r.signing,I=e;if(e===I)if(Array.isArray($)){if($.length>16)return K.
errors=[j],!1;{var v=!0;let m=$.length;for(let D=0;D<m;D++){let k=$[D],h=e;if(e===e)if(k&&typeof k=="object"&&!Array.isArray(k)){let Q;if((k.name===void 0||!Z.call(
k,"name"))&&(Q="name")||(k.algorithms===void 0||!Z.call(k,"algorithms"))&&(Q="algorithms"))return K.errors=[j],!1;{let ae=e;for(let S of Object.keys(k))if(!(S===
"name"||S==="algorithms")){return K.errors=[j],!1;break}if(ae===e){if(k.name!==void 0&&Z.call(k,"name")){let S=k.name,N=e;if(e===N)if(typeof S=="string"){if(Ae(
S)>64)return K.errors=[j],!1}else return K.errors=[j],!1;var i=N===e}else var i=!0;if(i)if(k.algorithms!==void 0&&Z.call(k,"algorithms")){let S=k.algorithms,N=e;
if(e===N)if(Array.isArray(S)){if(S.length>3)return K.errors=[j],!1;{var u=!0;let d=S.length;for(let V=0;V<d;V++){let T=S[V],H=e;if(!(T==="HS256"||T==="HS384"||T===
"HS512"||T==="RS256"||T==="ES256"))return K.errors=[j],!1;var u=H===e;if(!u)break}}}else return K.errors=[j],!1;var i=N===e}else var i=!0}}}else return K.errors=
[j],!1;var v=h===e;if(!v)break}}}else return K.errors=[j],!1;var L=I===e}else var L=!0}}}}else return K.errors=[j],!1;return K.errors=t,e===0}K.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function xe(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=xe.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let g;if((r.version===void 0||!Z.call(r,"version"))&&(g="version")||
(r.digest===void 0||!Z.call(r,"digest"))&&(g="digest"))return xe.errors=[j],!1;{let p=e;for(let L of Object.keys(r))if(!(L==="version"||L==="digest")){return xe.
errors=[j],!1;break}if(p===e){if(r.version!==void 0&&Z.call(r,"version")){let L=r.version,x=e;if(e===e)if(typeof L=="string"){if(Ae(L)>128)return xe.errors=[j],
!1}else return xe.errors=[j],!1;var a=x===e}else var a=!0;if(a)if(r.digest!==void 0&&Z.call(r,"digest")){let L=r.digest,x=e;if(e===e)if(typeof L=="string"){if(!We.
test(L))return xe.errors=[j],!1}else return xe.errors=[j],!1;var a=x===e}else var a=!0}}}else return xe.errors=[j],!1;return xe.errors=t,e===0}xe.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};function J(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=J.evaluated;
if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let i;if((r.version===void 0||!Z.call(r,
"version"))&&(i="version")||(r.digest===void 0||!Z.call(r,"digest"))&&(i="digest")||(r.tools===void 0||!Z.call(r,"tools"))&&(i="tools")||(r.limits===void 0||!Z.
call(r,"limits"))&&(i="limits")||(r.toolLimits===void 0||!Z.call(r,"toolLimits"))&&(i="toolLimits")||(r.capabilities===void 0||!Z.call(r,"capabilities"))&&(i="c\
apabilities")||(r.accepted===void 0||!Z.call(r,"accepted"))&&(i="accepted"))return J.errors=[j],!1;{let u=e;for(let A of Object.keys(r))if(!Z.call(gr.properties,
A)){return J.errors=[j],!1;break}if(u===e){if(r.version!==void 0&&Z.call(r,"version")){let A=r.version,$=e;if(e===e)if(typeof A=="string"){if(Ae(A)>128)return J.
errors=[j],!1}else return J.errors=[j],!1;var a=$===e}else var a=!0;if(a){if(r.digest!==void 0&&Z.call(r,"digest")){let A=r.digest,$=e;if(e===e)if(typeof A=="st\
ring"){if(!We.test(A))return J.errors=[j],!1}else return J.errors=[j],!1;var a=$===e}else var a=!0;if(a){if(r.key!==void 0&&Z.call(r,"key")){let A=r.key,$=e;if(e===
$)if(typeof A=="string"){if(Ae(A)>128)return J.errors=[j],!1}else return J.errors=[j],!1;var a=$===e}else var a=!0;if(a){if(r.tools!==void 0&&Z.call(r,"tools")){
let A=r.tools,$=e;if(e===$)if(A&&typeof A=="object"&&!Array.isArray(A))for(let l of Object.keys(A)){let m=A[l],D=e;if(e===e)if(m&&typeof m=="object"&&!Array.isArray(
m)){let h;if((m.description===void 0||!Z.call(m,"description"))&&(h="description")||(m.inputSchema===void 0||!Z.call(m,"inputSchema"))&&(h="inputSchema"))return J.
errors=[j],!1;{let n=e;for(let y of Object.keys(m))if(!(y==="title"||y==="description"||y==="inputSchema"||y==="outputSchema"||y==="contentBlocks"||y==="annotat\
ions")){return J.errors=[j],!1;break}if(n===e){if(m.title!==void 0&&Z.call(m,"title")){let y=e;if(typeof m.title!="string")return J.errors=[j],!1;var g=y===e}else
var g=!0;if(g){if(m.description!==void 0&&Z.call(m,"description")){let y=e;if(typeof m.description!="string")return J.errors=[j],!1;var g=y===e}else var g=!0;if(g){
if(m.inputSchema!==void 0&&Z.call(m,"inputSchema")){let y=m.inputSchema,Q=e;if(!(y&&typeof y=="object"&&!Array.isArray(y)))return J.errors=[j],!1;var g=Q===e}else
var g=!0;if(g){if(m.outputSchema!==void 0&&Z.call(m,"outputSchema")){let y=m.outputSchema,Q=e;if(!(y&&typeof y=="object"&&!Array.isArray(y)))return J.errors=[j],
!1;var g=Q===e}else var g=!0;if(g){if(m.contentBlocks!==void 0&&Z.call(m,"contentBlocks")){let y=e;if(m.contentBlocks!==!0)return J.errors=[j],!1;var g=y===e}else
var g=!0;if(g)if(m.annotations!==void 0&&Z.call(m,"annotations")){let y=m.annotations,Q=e;if(!(y&&typeof y=="object"&&!Array.isArray(y)))return J.errors=[j],!1;
var g=Q===e}else var g=!0}}}}}}}else return J.errors=[j],!1;var p=D===e;if(!p)break}else return J.errors=[j],!1;var a=$===e}else var a=!0;if(a){if(r.dropped!==void 0&&
Z.call(r,"dropped")){let A=r.dropped,$=e;if(e===$)if(A&&typeof A=="object"&&!Array.isArray(A))for(let l of Object.keys(A)){let m=A[l],D=e;if(e===e)if(m&&typeof m==
"object"&&!Array.isArray(m)){let h;if((m.description===void 0||!Z.call(m,"description"))&&(h="description")||(m.inputSchema===void 0||!Z.call(m,"inputSchema"))&&
(h="inputSchema"))return J.errors=[j],!1;{let n=e;for(let y of Object.keys(m))if(!(y==="title"||y==="description"||y==="inputSchema"||y==="outputSchema"||y==="c\
ontentBlocks"||y==="annotations")){return J.errors=[j],!1;break}if(n===e){if(m.title!==void 0&&Z.call(m,"title")){let y=e;if(typeof m.title!="string")return J.errors=
[j],!1;var L=y===e}else var L=!0;if(L){if(m.description!==void 0&&Z.call(m,"description")){let y=e;if(typeof m.description!="string")return J.errors=[j],!1;var L=y===
e}else var L=!0;if(L){if(m.inputSchema!==void 0&&Z.call(m,"inputSchema")){let y=m.inputSchema,Q=e;if(!(y&&typeof y=="object"&&!Array.isArray(y)))return J.errors=
[j],!1;var L=Q===e}else var L=!0;if(L){if(m.outputSchema!==void 0&&Z.call(m,"outputSchema")){let y=m.outputSchema,Q=e;if(!(y&&typeof y=="object"&&!Array.isArray(
y)))return J.errors=[j],!1;var L=Q===e}else var L=!0;if(L){if(m.contentBlocks!==void 0&&Z.call(m,"contentBlocks")){let y=e;if(m.contentBlocks!==!0)return J.errors=
[j],!1;var L=y===e}else var L=!0;if(L)if(m.annotations!==void 0&&Z.call(m,"annotations")){let y=m.annotations,Q=e;if(!(y&&typeof y=="object"&&!Array.isArray(y)))
return J.errors=[j],!1;var L=Q===e}else var L=!0}}}}}}}else return J.errors=[j],!1;var x=D===e;if(!x)break}else return J.errors=[j],!1;var a=$===e}else var a=!0;
if(a){if(r.limits!==void 0&&Z.call(r,"limits")){let A=r.limits,$=e;if(e===e)if(A&&typeof A=="object"&&!Array.isArray(A))for(let m of Object.keys(A)){let D=A[m],
k=e;if(!(typeof D=="number"&&!(D%1)&&!isNaN(D)&&isFinite(D)))return J.errors=[j],!1;if(e===k&&typeof D=="number"&&isFinite(D)&&(D<1||isNaN(D)))return J.errors=[
j],!1;var f=k===e;if(!f)break}else return J.errors=[j],!1;var a=$===e}else var a=!0;if(a){if(r.toolLimits!==void 0&&Z.call(r,"toolLimits")){let A=r.toolLimits,$=e;
if(e===$)if(A&&typeof A=="object"&&!Array.isArray(A))for(let l of Object.keys(A)){let m=A[l],D=e;if(e===e)if(m&&typeof m=="object"&&!Array.isArray(m))for(let h of Object.
keys(m)){let n=m[h],y=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return J.errors=[j],!1;if(e===y&&typeof n=="number"&&isFinite(n)&&(n<1||isNaN(n)))
return J.errors=[j],!1;var o=y===e;if(!o)break}else return J.errors=[j],!1;var E=D===e;if(!E)break}else return J.errors=[j],!1;var a=$===e}else var a=!0;if(a){if(r.
freshState!==void 0&&Z.call(r,"freshState")){let A=e;if(r.freshState!=="isolate")return J.errors=[j],!1;var a=A===e}else var a=!0;if(a){if(r.capabilities!==void 0&&
Z.call(r,"capabilities")){let A=e;K(r.capabilities,{instancePath:P+"/capabilities",parentData:r,parentDataProperty:"capabilities",rootData:R,dynamicAnchors:b})||
(t=t===null?K.errors:t.concat(K.errors),e=t.length);var a=A===e}else var a=!0;if(a){if(r.accepted!==void 0&&Z.call(r,"accepted")){let A=r.accepted,$=e;if(e===$)
if(Array.isArray(A)){if(A.length>64)return J.errors=[j],!1;{var _=!0;let l=A.length;for(let m=0;m<l;m++){let D=A[m],k=e;if(e===e)if(typeof D=="string"){if(!We.test(
D))return J.errors=[j],!1}else return J.errors=[j],!1;var _=k===e;if(!_)break}}}else return J.errors=[j],!1;var a=$===e}else var a=!0;if(a){if(r.versions!==void 0&&
Z.call(r,"versions")){let A=r.versions,$=e;if(e===$)if(Array.isArray(A)){if(A.length>1e3)return J.errors=[j],!1;{var v=!0;let l=A.length;for(let m=0;m<l;m++){let D=e;
xe(A[m],{instancePath:P+"/versions/"+m,parentData:A,parentDataProperty:m,rootData:R,dynamicAnchors:b})||(t=t===null?xe.errors:t.concat(xe.errors),e=t.length);var v=D===
e;if(!v)break}}}else return J.errors=[j],!1;var a=$===e}else var a=!0;if(a)if(r.pinned!==void 0&&Z.call(r,"pinned")){let A=r.pinned,$=e;if(e===e)if(typeof A=="s\
tring"){if(Ae(A)>128)return J.errors=[j],!1}else return J.errors=[j],!1;var a=$===e}else var a=!0}}}}}}}}}}}}}else return J.errors=[j],!1;return J.errors=t,e===
0}J.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};function Se(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){
let t=null,e=0,O=Se.evaluated;if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0),e===0)if(r&&typeof r=="object"&&!Array.isArray(r)){let L;if((r.
lockVersion===void 0||!Z.call(r,"lockVersion"))&&(L="lockVersion")||(r.plugins===void 0||!Z.call(r,"plugins"))&&(L="plugins"))return Se.errors=[j],!1;{let x=e;for(let f of Object.
keys(r))if(!(f==="lockVersion"||f==="plugins")){return Se.errors=[j],!1;break}if(x===e){if(r.lockVersion!==void 0&&Z.call(r,"lockVersion")){let f=r.lockVersion,
o=e;if(!(f===1||f===2))return Se.errors=[j],!1;var a=o===e}else var a=!0;if(a)if(r.plugins!==void 0&&Z.call(r,"plugins")){let f=r.plugins,o=e;if(e===o)if(f&&typeof f==
"object"&&!Array.isArray(f)){for(let _ of Object.keys(f)){let v=e;if(typeof _=="string"&&!vr.test(_)){let i=j;t===null?t=[i]:t.push(i),e++}var g=v===e;if(!g){let i=j;
return t===null?t=[i]:t.push(i),e++,Se.errors=t,!1;break}}if(g)for(let _ of Object.keys(f)){let v=e;J(f[_],{instancePath:P+"/plugins/"+_.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:f,parentDataProperty:_,rootData:R,dynamicAnchors:b})||(t=t===null?J.errors:t.concat(J.errors),e=t.length);var p=v===e;if(!p)break}}else return Se.
errors=[j],!1;var a=o===e}else var a=!0}}}else return Se.errors=[j],!1;return Se.errors=t,e===0}Se.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var F={},hr=de;var br=new RegExp("^[^#]*#?$","u"),Ke=new RegExp("^[A-Za-z_][-A-Za-z0-9._]*$","u");function fe(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,
dynamicAnchors:b={}}={}){let t=null,e=0,O=fe.evaluated;if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(
r))&&typeof r!="boolean")return fe.errors=[F],!1;if(b.meta||(b.meta=fe),e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.$id!==void 0){let _=r.$id,v=e,i=e;
if(e===i&&e===i&&typeof _!="string")return fe.errors=[F],!1;if(e===v&&typeof _=="string"&&!br.test(_))return fe.errors=[F],!1;var a=v===e}else var a=!0;if(a){if(r.
$schema!==void 0){let _=e,v=e;if(e===v&&e===v&&typeof r.$schema!="string")return fe.errors=[F],!1;var a=_===e}else var a=!0;if(a){if(r.$ref!==void 0){let _=e,v=e;
if(e===v&&e===v&&typeof r.$ref!="string")return fe.errors=[F],!1;var a=_===e}else var a=!0;if(a){if(r.$anchor!==void 0){let _=r.$anchor,v=e;if(e===e)if(typeof _==
"string"){if(!Ke.test(_))return fe.errors=[F],!1}else return fe.errors=[F],!1;var a=v===e}else var a=!0;if(a){if(r.$dynamicRef!==void 0){let _=e,v=e;if(e===v&&e===
v&&typeof r.$dynamicRef!="string")return fe.errors=[F],!1;var a=_===e}else var a=!0;if(a){if(r.$dynamicAnchor!==void 0){let _=r.$dynamicAnchor,v=e;if(e===e)if(typeof _==
"string"){if(!Ke.test(_))return fe.errors=[F],!1}else return fe.errors=[F],!1;var a=v===e}else var a=!0;if(a){if(r.$vocabulary!==void 0){let _=r.$vocabulary,v=e;
if(e===v)if(_&&typeof _=="object"&&!Array.isArray(_)){for(let u in _){let A=e,$=e;if(e===$&&e===$&&typeof u!="string"){let I=F;t===null?t=[I]:t.push(I),e++}var g=A===
e;if(!g){let I=F;return t===null?t=[I]:t.push(I),e++,fe.errors=t,!1;break}}if(g)for(let u in _){let A=e;if(typeof _[u]!="boolean")return fe.errors=[F],!1;var p=A===
e;if(!p)break}}else return fe.errors=[F],!1;var a=v===e}else var a=!0;if(a){if(r.$comment!==void 0){let _=e;if(typeof r.$comment!="string")return fe.errors=[F],
!1;var a=_===e}else var a=!0;if(a)if(r.$defs!==void 0){let _=r.$defs,v=e;if(e===v)if(_&&typeof _=="object"&&!Array.isArray(_))for(let u in _){let A=_[u],$=e,I=b.
meta;if(I)if(!I(A,{instancePath:P+"/$defs/"+u.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:_,parentDataProperty:u,rootData:R,dynamicAnchors:b}))t=t===null?
I.errors:t.concat(I.errors),e=t.length;else var L=I.evaluated.props,x=I.evaluated.items;else if(!fe(A,{instancePath:P+"/$defs/"+u.replace(/~/g,"~0").replace(/\//g,
"~1"),parentData:_,parentDataProperty:u,rootData:R,dynamicAnchors:b}))t=t===null?fe.errors:t.concat(fe.errors),e=t.length;else{var f=fe.evaluated.props;L!==!0&&
f!==void 0&&(f===!0?L=!0:(L=L||{},Object.assign(L,f)));var o=fe.evaluated.items;x!==!0&&o!==void 0&&(x=o===!0?!0:x>o?x:o)}var E=$===e;if(!E)break}else return fe.
errors=[F],!1;var a=v===e}else var a=!0}}}}}}}}return fe.errors=t,e===0}fe.evaluated={props:{$id:!0,$schema:!0,$ref:!0,$anchor:!0,$dynamicRef:!0,$dynamicAnchor:!0,
$vocabulary:!0,$comment:!0,$defs:!0},dynamicProps:!1,dynamicItems:!1};function me(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=me.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),e===0)if(Array.isArray(r)){if(r.length<1)return me.errors=[F],!1;{var a=!0;let f=r.length;for(let o=0;o<f;o++){let E=r[o],
_=e,v=b.meta;if(v)if(!v(E,{instancePath:P+"/"+o,parentData:r,parentDataProperty:o,rootData:R,dynamicAnchors:b}))t=t===null?v.errors:t.concat(v.errors),e=t.length;else
var g=v.evaluated.props,p=v.evaluated.items;else if(!me(E,{instancePath:P+"/"+o,parentData:r,parentDataProperty:o,rootData:R,dynamicAnchors:b}))t=t===null?me.errors:
t.concat(me.errors),e=t.length;else{var L=me.evaluated.props;g!==!0&&L!==void 0&&(L===!0?g=!0:(g=g||{},Object.assign(g,L)));var x=me.evaluated.items;p!==!0&&x!==
void 0&&(p=x===!0?!0:p>x?p:x)}var a=_===e;if(!a)break}}}else return me.errors=[F],!1;return me.errors=t,e===0}me.evaluated={items:!0,dynamicProps:!1,dynamicItems:!1};
function w(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=w.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return w.errors=[F],!1;if(b.meta||(b.meta=w),e===0&&r&&
typeof r=="object"&&!Array.isArray(r)){if(r.prefixItems!==void 0){let W=e;me(r.prefixItems,{instancePath:P+"/prefixItems",parentData:r,parentDataProperty:"prefi\
xItems",rootData:R,dynamicAnchors:b})||(t=t===null?me.errors:t.concat(me.errors),e=t.length);var a=W===e}else var a=!0;if(a){if(r.items!==void 0){let W=r.items,
ce=e,G=b.meta;if(G)if(!G(W,{instancePath:P+"/items",parentData:r,parentDataProperty:"items",rootData:R,dynamicAnchors:b}))t=t===null?G.errors:t.concat(G.errors),
e=t.length;else var g=G.evaluated.props,p=G.evaluated.items;else if(!w(W,{instancePath:P+"/items",parentData:r,parentDataProperty:"items",rootData:R,dynamicAnchors:b}))
t=t===null?w.errors:t.concat(w.errors),e=t.length;else{var L=w.evaluated.props;g!==!0&&L!==void 0&&(L===!0?g=!0:(g=g||{},Object.assign(g,L)));var x=w.evaluated.
items;p!==!0&&x!==void 0&&(p=x===!0?!0:p>x?p:x)}var a=ce===e}else var a=!0;if(a){if(r.contains!==void 0){let W=r.contains,ce=e,G=b.meta;if(G)if(!G(W,{instancePath:P+
"/contains",parentData:r,parentDataProperty:"contains",rootData:R,dynamicAnchors:b}))t=t===null?G.errors:t.concat(G.errors),e=t.length;else var f=G.evaluated.props,
o=G.evaluated.items;else if(!w(W,{instancePath:P+"/contains",parentData:r,parentDataProperty:"contains",rootData:R,dynamicAnchors:b}))t=t===null?w.errors:t.concat(
w.errors),e=t.length;else{var E=w.evaluated.props;f!==!0&&E!==void 0&&(E===!0?f=!0:(f=f||{},Object.assign(f,E)));var _=w.evaluated.items;o!==!0&&_!==void 0&&(o=
_===!0?!0:o>_?o:_)}var a=ce===e}else var a=!0;if(a){if(r.additionalProperties!==void 0){let W=r.additionalProperties,ce=e,G=b.meta;if(G)if(!G(W,{instancePath:P+
"/additionalProperties",parentData:r,parentDataProperty:"additionalProperties",rootData:R,dynamicAnchors:b}))t=t===null?G.errors:t.concat(G.errors),e=t.length;else
var v=G.evaluated.props,i=G.evaluated.items;else if(!w(W,{instancePath:P+"/additionalProperties",parentData:r,parentDataProperty:"additionalProperties",rootData:R,
dynamicAnchors:b}))t=t===null?w.errors:t.concat(w.errors),e=t.length;else{var u=w.evaluated.props;v!==!0&&u!==void 0&&(u===!0?v=!0:(v=v||{},Object.assign(v,u)));
var A=w.evaluated.items;i!==!0&&A!==void 0&&(i=A===!0?!0:i>A?i:A)}var a=ce===e}else var a=!0;if(a){if(r.properties!==void 0){let W=r.properties,ce=e;if(e===ce)if(W&&
typeof W=="object"&&!Array.isArray(W))for(let ve in W){let Le=W[ve],De=e,ye=b.meta;if(ye)if(!ye(Le,{instancePath:P+"/properties/"+ve.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:W,parentDataProperty:ve,rootData:R,dynamicAnchors:b}))t=t===null?ye.errors:t.concat(ye.errors),e=t.length;else var $=ye.evaluated.props,I=ye.
evaluated.items;else if(!w(Le,{instancePath:P+"/properties/"+ve.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:W,parentDataProperty:ve,rootData:R,dynamicAnchors:b}))
t=t===null?w.errors:t.concat(w.errors),e=t.length;else{var l=w.evaluated.props;$!==!0&&l!==void 0&&(l===!0?$=!0:($=$||{},Object.assign($,l)));var m=w.evaluated.
items;I!==!0&&m!==void 0&&(I=m===!0?!0:I>m?I:m)}var D=De===e;if(!D)break}else return w.errors=[F],!1;var a=ce===e}else var a=!0;if(a){if(r.patternProperties!==void 0){
let W=r.patternProperties,ce=e;if(e===ce)if(W&&typeof W=="object"&&!Array.isArray(W)){for(let ve in W){var k=e===e;if(!k){let De=F;return t===null?t=[De]:t.push(
De),e++,w.errors=t,!1;break}}if(k)for(let ve in W){let Le=W[ve],De=e,ye=b.meta;if(ye)if(!ye(Le,{instancePath:P+"/patternProperties/"+ve.replace(/~/g,"~0").replace(
/\//g,"~1"),parentData:W,parentDataProperty:ve,rootData:R,dynamicAnchors:b}))t=t===null?ye.errors:t.concat(ye.errors),e=t.length;else var h=ye.evaluated.props,n=ye.
evaluated.items;else if(!w(Le,{instancePath:P+"/patternProperties/"+ve.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:W,parentDataProperty:ve,rootData:R,dynamicAnchors:b}))
t=t===null?w.errors:t.concat(w.errors),e=t.length;else{var y=w.evaluated.props;h!==!0&&y!==void 0&&(y===!0?h=!0:(h=h||{},Object.assign(h,y)));var Q=w.evaluated.
items;n!==!0&&Q!==void 0&&(n=Q===!0?!0:n>Q?n:Q)}var ae=De===e;if(!ae)break}}else return w.errors=[F],!1;var a=ce===e}else var a=!0;if(a){if(r.dependentSchemas!==
void 0){let W=r.dependentSchemas,ce=e;if(e===ce)if(W&&typeof W=="object"&&!Array.isArray(W))for(let ve in W){let Le=W[ve],De=e,ye=b.meta;if(ye)if(!ye(Le,{instancePath:P+
"/dependentSchemas/"+ve.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:W,parentDataProperty:ve,rootData:R,dynamicAnchors:b}))t=t===null?ye.errors:t.concat(ye.
errors),e=t.length;else var S=ye.evaluated.props,N=ye.evaluated.items;else if(!w(Le,{instancePath:P+"/dependentSchemas/"+ve.replace(/~/g,"~0").replace(/\//g,"~1"),
parentData:W,parentDataProperty:ve,rootData:R,dynamicAnchors:b}))t=t===null?w.errors:t.concat(w.errors),e=t.length;else{var re=w.evaluated.props;S!==!0&&re!==void 0&&
(re===!0?S=!0:(S=S||{},Object.assign(S,re)));var d=w.evaluated.items;N!==!0&&d!==void 0&&(N=d===!0?!0:N>d?N:d)}var V=De===e;if(!V)break}else return w.errors=[F],
!1;var a=ce===e}else var a=!0;if(a){if(r.propertyNames!==void 0){let W=r.propertyNames,ce=e,G=b.meta;if(G)if(!G(W,{instancePath:P+"/propertyNames",parentData:r,
parentDataProperty:"propertyNames",rootData:R,dynamicAnchors:b}))t=t===null?G.errors:t.concat(G.errors),e=t.length;else var T=G.evaluated.props,H=G.evaluated.items;else if(!w(
W,{instancePath:P+"/propertyNames",parentData:r,parentDataProperty:"propertyNames",rootData:R,dynamicAnchors:b}))t=t===null?w.errors:t.concat(w.errors),e=t.length;else{
var Y=w.evaluated.props;T!==!0&&Y!==void 0&&(Y===!0?T=!0:(T=T||{},Object.assign(T,Y)));var ue=w.evaluated.items;H!==!0&&ue!==void 0&&(H=ue===!0?!0:H>ue?H:ue)}var a=ce===
e}else var a=!0;if(a){if(r.if!==void 0){let W=r.if,ce=e,G=b.meta;if(G)if(!G(W,{instancePath:P+"/if",parentData:r,parentDataProperty:"if",rootData:R,dynamicAnchors:b}))
t=t===null?G.errors:t.concat(G.errors),e=t.length;else var pe=G.evaluated.props,be=G.evaluated.items;else if(!w(W,{instancePath:P+"/if",parentData:r,parentDataProperty:"\
if",rootData:R,dynamicAnchors:b}))t=t===null?w.errors:t.concat(w.errors),e=t.length;else{var _e=w.evaluated.props;pe!==!0&&_e!==void 0&&(_e===!0?pe=!0:(pe=pe||{},
Object.assign(pe,_e)));var oe=w.evaluated.items;be!==!0&&oe!==void 0&&(be=oe===!0?!0:be>oe?be:oe)}var a=ce===e}else var a=!0;if(a){if(r.then!==void 0){let W=r.then,
ce=e,G=b.meta;if(G)if(!G(W,{instancePath:P+"/then",parentData:r,parentDataProperty:"then",rootData:R,dynamicAnchors:b}))t=t===null?G.errors:t.concat(G.errors),e=
t.length;else var z=G.evaluated.props,U=G.evaluated.items;else if(!w(W,{instancePath:P+"/then",parentData:r,parentDataProperty:"then",rootData:R,dynamicAnchors:b}))
t=t===null?w.errors:t.concat(w.errors),e=t.length;else{var X=w.evaluated.props;z!==!0&&X!==void 0&&(X===!0?z=!0:(z=z||{},Object.assign(z,X)));var Fe=w.evaluated.
items;U!==!0&&Fe!==void 0&&(U=Fe===!0?!0:U>Fe?U:Fe)}var a=ce===e}else var a=!0;if(a){if(r.else!==void 0){let W=r.else,ce=e,G=b.meta;if(G)if(!G(W,{instancePath:P+
"/else",parentData:r,parentDataProperty:"else",rootData:R,dynamicAnchors:b}))t=t===null?G.errors:t.concat(G.errors),e=t.length;else var Re=G.evaluated.props,ne=G.
evaluated.items;else if(!w(W,{instancePath:P+"/else",parentData:r,parentDataProperty:"else",rootData:R,dynamicAnchors:b}))t=t===null?w.errors:t.concat(w.errors),
e=t.length;else{var Ne=w.evaluated.props;Re!==!0&&Ne!==void 0&&(Ne===!0?Re=!0:(Re=Re||{},Object.assign(Re,Ne)));var Ee=w.evaluated.items;ne!==!0&&Ee!==void 0&&(ne=
Ee===!0?!0:ne>Ee?ne:Ee)}var a=ce===e}else var a=!0;if(a){if(r.allOf!==void 0){let W=e;me(r.allOf,{instancePath:P+"/allOf",parentData:r,parentDataProperty:"allOf",
rootData:R,dynamicAnchors:b})||(t=t===null?me.errors:t.concat(me.errors),e=t.length);var a=W===e}else var a=!0;if(a){if(r.anyOf!==void 0){let W=e;me(r.anyOf,{instancePath:P+
"/anyOf",parentData:r,parentDataProperty:"anyOf",rootData:R,dynamicAnchors:b})||(t=t===null?me.errors:t.concat(me.errors),e=t.length);var a=W===e}else var a=!0;
if(a){if(r.oneOf!==void 0){let W=e;me(r.oneOf,{instancePath:P+"/oneOf",parentData:r,parentDataProperty:"oneOf",rootData:R,dynamicAnchors:b})||(t=t===null?me.errors:
t.concat(me.errors),e=t.length);var a=W===e}else var a=!0;if(a)if(r.not!==void 0){let W=r.not,ce=e,G=b.meta;if(G)if(!G(W,{instancePath:P+"/not",parentData:r,parentDataProperty:"\
not",rootData:R,dynamicAnchors:b}))t=t===null?G.errors:t.concat(G.errors),e=t.length;else var Pe=G.evaluated.props,Ie=G.evaluated.items;else if(!w(W,{instancePath:P+
"/not",parentData:r,parentDataProperty:"not",rootData:R,dynamicAnchors:b}))t=t===null?w.errors:t.concat(w.errors),e=t.length;else{var ke=w.evaluated.props;Pe!==
!0&&ke!==void 0&&(ke===!0?Pe=!0:(Pe=Pe||{},Object.assign(Pe,ke)));var Be=w.evaluated.items;Ie!==!0&&Be!==void 0&&(Ie=Be===!0?!0:Ie>Be?Ie:Be)}var a=ce===e}else var a=!0}}}}}}}}}}}}}}
return w.errors=t,e===0}w.evaluated={props:{prefixItems:!0,items:!0,contains:!0,additionalProperties:!0,properties:!0,patternProperties:!0,dependentSchemas:!0,propertyNames:!0,
if:!0,then:!0,else:!0,allOf:!0,anyOf:!0,oneOf:!0,not:!0},dynamicProps:!1,dynamicItems:!1};function ge(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=ge.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return ge.errors=[F],!1;if(b.meta||(b.meta=ge),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.unevaluatedItems!==void 0){let v=r.unevaluatedItems,i=e,u=b.meta;if(u)if(!u(v,{instancePath:P+"/unevaluatedItems",
parentData:r,parentDataProperty:"unevaluatedItems",rootData:R,dynamicAnchors:b}))t=t===null?u.errors:t.concat(u.errors),e=t.length;else var a=u.evaluated.props,
g=u.evaluated.items;else if(!ge(v,{instancePath:P+"/unevaluatedItems",parentData:r,parentDataProperty:"unevaluatedItems",rootData:R,dynamicAnchors:b}))t=t===null?
ge.errors:t.concat(ge.errors),e=t.length;else{var p=ge.evaluated.props;a!==!0&&p!==void 0&&(p===!0?a=!0:(a=a||{},Object.assign(a,p)));var L=ge.evaluated.items;g!==
!0&&L!==void 0&&(g=L===!0?!0:g>L?g:L)}var x=i===e}else var x=!0;if(x)if(r.unevaluatedProperties!==void 0){let v=r.unevaluatedProperties,i=e,u=b.meta;if(u)if(!u(
v,{instancePath:P+"/unevaluatedProperties",parentData:r,parentDataProperty:"unevaluatedProperties",rootData:R,dynamicAnchors:b}))t=t===null?u.errors:t.concat(u.
errors),e=t.length;else var f=u.evaluated.props,o=u.evaluated.items;else if(!ge(v,{instancePath:P+"/unevaluatedProperties",parentData:r,parentDataProperty:"unev\
aluatedProperties",rootData:R,dynamicAnchors:b}))t=t===null?ge.errors:t.concat(ge.errors),e=t.length;else{var E=ge.evaluated.props;f!==!0&&E!==void 0&&(E===!0?f=
!0:(f=f||{},Object.assign(f,E)));var _=ge.evaluated.items;o!==!0&&_!==void 0&&(o=_===!0?!0:o>_?o:_)}var x=i===e}else var x=!0}return ge.errors=t,e===0}ge.evaluated=
{props:{unevaluatedItems:!0,unevaluatedProperties:!0},dynamicProps:!1,dynamicItems:!1};var _r=ze().default;function se(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=se.evaluated;if(O.
dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return se.errors=[F],!1;if(b.meta||
(b.meta=se),e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.type!==void 0){let o=r.type,E=e,_=e,v=!1,i=e;if(!(o==="array"||o==="boolean"||o==="integer"||o===
"null"||o==="number"||o==="object"||o==="string")){let A=F;t===null?t=[A]:t.push(A),e++}var g=i===e;v=v||g;let u=e;if(e===u)if(Array.isArray(o))if(o.length<1){let A=F;
t===null?t=[A]:t.push(A),e++}else{var a=!0;let A=o.length;for(let $=0;$<A;$++){let I=o[$],l=e;if(!(I==="array"||I==="boolean"||I==="integer"||I==="null"||I==="n\
umber"||I==="object"||I==="string")){let D=F;t===null?t=[D]:t.push(D),e++}var a=l===e;if(!a)break}if(a){let $=o.length,I;if($>1){e:for(;$--;)for(I=$;I--;)if(_r(
o[$],o[I])){let l=F;t===null?t=[l]:t.push(l),e++;break e}}}}else{let A=F;t===null?t=[A]:t.push(A),e++}var g=u===e;if(v=v||g,v)e=_,t!==null&&(_?t.length=_:t=null);else{
let A=F;return t===null?t=[A]:t.push(A),e++,se.errors=t,!1}var p=E===e}else var p=!0;if(p){if(r.enum!==void 0){let o=e;if(e===o&&!Array.isArray(r.enum))return se.
errors=[F],!1;var p=o===e}else var p=!0;if(p){if(r.multipleOf!==void 0){let o=r.multipleOf,E=e;if(e===E)if(typeof o=="number"){if(o<=0||isNaN(o))return se.errors=
[F],!1}else return se.errors=[F],!1;var p=E===e}else var p=!0;if(p){if(r.maximum!==void 0){let o=e;if(typeof r.maximum!="number")return se.errors=[F],!1;var p=o===
e}else var p=!0;if(p){if(r.exclusiveMaximum!==void 0){let o=e;if(typeof r.exclusiveMaximum!="number")return se.errors=[F],!1;var p=o===e}else var p=!0;if(p){if(r.
minimum!==void 0){let o=e;if(typeof r.minimum!="number")return se.errors=[F],!1;var p=o===e}else var p=!0;if(p){if(r.exclusiveMinimum!==void 0){let o=e;if(typeof r.
exclusiveMinimum!="number")return se.errors=[F],!1;var p=o===e}else var p=!0;if(p){if(r.maxLength!==void 0){let o=r.maxLength,E=e,_=e;if(!(typeof o=="number"&&!(o%
1)&&!isNaN(o)))return se.errors=[F],!1;if(e===_&&typeof o=="number"&&(o<0||isNaN(o)))return se.errors=[F],!1;var p=E===e}else var p=!0;if(p){if(r.minLength!==void 0){
let o=r.minLength,E=e,_=e;if(!(typeof o=="number"&&!(o%1)&&!isNaN(o)))return se.errors=[F],!1;if(e===_&&typeof o=="number"&&(o<0||isNaN(o)))return se.errors=[F],
!1;var p=E===e}else var p=!0;if(p){if(r.pattern!==void 0){let o=e;if(e===o&&e===o&&typeof r.pattern!="string")return se.errors=[F],!1;var p=o===e}else var p=!0;
if(p){if(r.maxItems!==void 0){let o=r.maxItems,E=e,_=e;if(!(typeof o=="number"&&!(o%1)&&!isNaN(o)))return se.errors=[F],!1;if(e===_&&typeof o=="number"&&(o<0||isNaN(
o)))return se.errors=[F],!1;var p=E===e}else var p=!0;if(p){if(r.minItems!==void 0){let o=r.minItems,E=e,_=e;if(!(typeof o=="number"&&!(o%1)&&!isNaN(o)))return se.
errors=[F],!1;if(e===_&&typeof o=="number"&&(o<0||isNaN(o)))return se.errors=[F],!1;var p=E===e}else var p=!0;if(p){if(r.uniqueItems!==void 0){let o=e;if(typeof r.
uniqueItems!="boolean")return se.errors=[F],!1;var p=o===e}else var p=!0;if(p){if(r.maxContains!==void 0){let o=r.maxContains,E=e,_=e;if(!(typeof o=="number"&&!(o%
1)&&!isNaN(o)))return se.errors=[F],!1;if(e===_&&typeof o=="number"&&(o<0||isNaN(o)))return se.errors=[F],!1;var p=E===e}else var p=!0;if(p){if(r.minContains!==
void 0){let o=r.minContains,E=e,_=e;if(!(typeof o=="number"&&!(o%1)&&!isNaN(o)))return se.errors=[F],!1;if(e===_&&typeof o=="number"&&(o<0||isNaN(o)))return se.
errors=[F],!1;var p=E===e}else var p=!0;if(p){if(r.maxProperties!==void 0){let o=r.maxProperties,E=e,_=e;if(!(typeof o=="number"&&!(o%1)&&!isNaN(o)))return se.errors=
[F],!1;if(e===_&&typeof o=="number"&&(o<0||isNaN(o)))return se.errors=[F],!1;var p=E===e}else var p=!0;if(p){if(r.minProperties!==void 0){let o=r.minProperties,
E=e,_=e;if(!(typeof o=="number"&&!(o%1)&&!isNaN(o)))return se.errors=[F],!1;if(e===_&&typeof o=="number"&&(o<0||isNaN(o)))return se.errors=[F],!1;var p=E===e}else
var p=!0;if(p){if(r.required!==void 0){let o=r.required,E=e;if(e===e)if(Array.isArray(o)){var L=!0;let i=o.length;for(let u=0;u<i;u++){let A=e;if(typeof o[u]!="\
string")return se.errors=[F],!1;var L=A===e;if(!L)break}if(L){let u=o.length,A;if(u>1){let $={};for(;u--;){let I=o[u];if(typeof I=="string"){if(typeof $[I]=="nu\
mber"){return A=$[I],se.errors=[F],!1;break}$[I]=u}}}}}else return se.errors=[F],!1;var p=E===e}else var p=!0;if(p)if(r.dependentRequired!==void 0){let o=r.dependentRequired,
E=e;if(e===E)if(o&&typeof o=="object"&&!Array.isArray(o))for(let v in o){let i=o[v],u=e;if(e===e)if(Array.isArray(i)){var x=!0;let $=i.length;for(let I=0;I<$;I++){
let l=e;if(typeof i[I]!="string")return se.errors=[F],!1;var x=l===e;if(!x)break}if(x){let I=i.length,l;if(I>1){let m={};for(;I--;){let D=i[I];if(typeof D=="str\
ing"){if(typeof m[D]=="number"){return l=m[D],se.errors=[F],!1;break}m[D]=I}}}}}else return se.errors=[F],!1;var f=u===e;if(!f)break}else return se.errors=[F],!1;
var p=E===e}else var p=!0}}}}}}}}}}}}}}}}}}return se.errors=t,e===0}se.evaluated={props:{type:!0,const:!0,enum:!0,multipleOf:!0,maximum:!0,exclusiveMaximum:!0,minimum:!0,
exclusiveMinimum:!0,maxLength:!0,minLength:!0,pattern:!0,maxItems:!0,minItems:!0,uniqueItems:!0,maxContains:!0,minContains:!0,maxProperties:!0,minProperties:!0,
required:!0,dependentRequired:!0},dynamicProps:!1,dynamicItems:!1};function je(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=je.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return je.errors=[F],!1;if(b.meta||(b.meta=je),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.title!==void 0){let g=e;if(typeof r.title!="string")return je.errors=[F],!1;var a=g===e}else var a=!0;if(a){if(r.
description!==void 0){let g=e;if(typeof r.description!="string")return je.errors=[F],!1;var a=g===e}else var a=!0;if(a){if(r.deprecated!==void 0){let g=e;if(typeof r.
deprecated!="boolean")return je.errors=[F],!1;var a=g===e}else var a=!0;if(a){if(r.readOnly!==void 0){let g=e;if(typeof r.readOnly!="boolean")return je.errors=[
F],!1;var a=g===e}else var a=!0;if(a){if(r.writeOnly!==void 0){let g=e;if(typeof r.writeOnly!="boolean")return je.errors=[F],!1;var a=g===e}else var a=!0;if(a)if(r.
examples!==void 0){let g=e;if(e===g&&!Array.isArray(r.examples))return je.errors=[F],!1;var a=g===e}else var a=!0}}}}}return je.errors=t,e===0}je.evaluated={props:{
title:!0,description:!0,default:!0,deprecated:!0,readOnly:!0,writeOnly:!0,examples:!0},dynamicProps:!1,dynamicItems:!1};function Oe(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=Oe.evaluated;return O.dynamicProps&&
(O.props=void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean"?(Oe.errors=[F],!1):(b.meta||(b.meta=Oe),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)&&r.format!==void 0&&typeof r.format!="string"?(Oe.errors=[F],!1):(Oe.errors=t,e===0))}Oe.evaluated={props:{format:!0},dynamicProps:!1,
dynamicItems:!1};function $e(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=$e.evaluated;if(O.dynamicProps&&(O.props=
void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&!Array.isArray(r))&&typeof r!="boolean")return $e.errors=[F],!1;if(b.meta||(b.meta=$e),e===0&&
r&&typeof r=="object"&&!Array.isArray(r)){if(r.contentEncoding!==void 0){let f=e;if(typeof r.contentEncoding!="string")return $e.errors=[F],!1;var a=f===e}else var a=!0;
if(a){if(r.contentMediaType!==void 0){let f=e;if(typeof r.contentMediaType!="string")return $e.errors=[F],!1;var a=f===e}else var a=!0;if(a)if(r.contentSchema!==
void 0){let f=r.contentSchema,o=e,E=b.meta;if(E)if(!E(f,{instancePath:P+"/contentSchema",parentData:r,parentDataProperty:"contentSchema",rootData:R,dynamicAnchors:b}))
t=t===null?E.errors:t.concat(E.errors),e=t.length;else var g=E.evaluated.props,p=E.evaluated.items;else if(!$e(f,{instancePath:P+"/contentSchema",parentData:r,parentDataProperty:"\
contentSchema",rootData:R,dynamicAnchors:b}))t=t===null?$e.errors:t.concat($e.errors),e=t.length;else{var L=$e.evaluated.props;g!==!0&&L!==void 0&&(L===!0?g=!0:
(g=g||{},Object.assign(g,L)));var x=$e.evaluated.items;p!==!0&&x!==void 0&&(p=x===!0?!0:p>x?p:x)}var a=o===e}else var a=!0}}return $e.errors=t,e===0}$e.evaluated=
{props:{contentEncoding:!0,contentMediaType:!0,contentSchema:!0},dynamicProps:!1,dynamicItems:!1};function de(r,{instancePath:P="",parentData:ee,parentDataProperty:ie,
rootData:R=r,dynamicAnchors:b={}}={}){let t=null,e=0,O=de.evaluated;if(O.dynamicProps&&(O.props=void 0),O.dynamicItems&&(O.items=void 0),!(r&&typeof r=="object"&&
!Array.isArray(r))&&typeof r!="boolean")return de.errors=[F],!1;b.meta||(b.meta=de);let a=e;fe(r,{instancePath:P,parentData:ee,parentDataProperty:ie,rootData:R,
dynamicAnchors:b})||(t=t===null?fe.errors:t.concat(fe.errors),e=t.length);var g=a===e;if(g){let l=e;w(r,{instancePath:P,parentData:ee,parentDataProperty:ie,rootData:R,
dynamicAnchors:b})||(t=t===null?w.errors:t.concat(w.errors),e=t.length);var g=l===e;if(g){let D=e;ge(r,{instancePath:P,parentData:ee,parentDataProperty:ie,rootData:R,
dynamicAnchors:b})||(t=t===null?ge.errors:t.concat(ge.errors),e=t.length);var g=D===e;if(g){let h=e;se(r,{instancePath:P,parentData:ee,parentDataProperty:ie,rootData:R,
dynamicAnchors:b})||(t=t===null?se.errors:t.concat(se.errors),e=t.length);var g=h===e;if(g){let y=e;je(r,{instancePath:P,parentData:ee,parentDataProperty:ie,rootData:R,
dynamicAnchors:b})||(t=t===null?je.errors:t.concat(je.errors),e=t.length);var g=y===e;if(g){let ae=e;Oe(r,{instancePath:P,parentData:ee,parentDataProperty:ie,rootData:R,
dynamicAnchors:b})||(t=t===null?Oe.errors:t.concat(Oe.errors),e=t.length);var g=ae===e;if(g){let N=e;$e(r,{instancePath:P,parentData:ee,parentDataProperty:ie,rootData:R,
dynamicAnchors:b})||(t=t===null?$e.errors:t.concat($e.errors),e=t.length);var g=N===e}}}}}}if(e===0&&r&&typeof r=="object"&&!Array.isArray(r)){if(r.definitions!==
void 0){let l=r.definitions,m=e;if(e===m)if(l&&typeof l=="object"&&!Array.isArray(l))for(let D in l){let k=l[D],h=e,n=b.meta;if(n)if(!n(k,{instancePath:P+"/defi\
nitions/"+D.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:l,parentDataProperty:D,rootData:R,dynamicAnchors:b}))t=t===null?n.errors:t.concat(n.errors),e=t.length;else
var p=n.evaluated.props,L=n.evaluated.items;else if(!de(k,{instancePath:P+"/definitions/"+D.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:l,parentDataProperty:D,
rootData:R,dynamicAnchors:b}))t=t===null?de.errors:t.concat(de.errors),e=t.length;else{var x=de.evaluated.props;p!==!0&&x!==void 0&&(x===!0?p=!0:(p=p||{},Object.
assign(p,x)));var f=de.evaluated.items;L!==!0&&f!==void 0&&(L=f===!0?!0:L>f?L:f)}var o=h===e;if(!o)break}else return de.errors=[F],!1;var E=m===e}else var E=!0;
if(E){if(r.dependencies!==void 0){let l=r.dependencies,m=e;if(e===m)if(l&&typeof l=="object"&&!Array.isArray(l))for(let k in l){let h=l[k],n=e,y=e,Q=!1,ae=e,S=b.
meta;if(S)if(!S(h,{instancePath:P+"/dependencies/"+k.replace(/~/g,"~0").replace(/\//g,"~1"),parentData:l,parentDataProperty:k,rootData:R,dynamicAnchors:b}))t=t===
null?S.errors:t.concat(S.errors),e=t.length;else var _=S.evaluated.props,v=S.evaluated.items;else if(!de(h,{instancePath:P+"/dependencies/"+k.replace(/~/g,"~0").
replace(/\//g,"~1"),parentData:l,parentDataProperty:k,rootData:R,dynamicAnchors:b}))t=t===null?de.errors:t.concat(de.errors),e=t.length;else{var i=de.evaluated.
props;_!==!0&&i!==void 0&&(i===!0?_=!0:(_=_||{},Object.assign(_,i)));var u=de.evaluated.items;v!==!0&&u!==void 0&&(v=u===!0?!0:v>u?v:u)}var $=ae===e;Q=Q||$;let N=e;
if(e===e)if(Array.isArray(h)){var A=!0;let d=h.length;for(let V=0;V<d;V++){let T=e;if(typeof h[V]!="string"){let Y=F;t===null?t=[Y]:t.push(Y),e++}var A=T===e;if(!A)
break}if(A){let V=h.length,T;if(V>1){let H={};for(;V--;){let Y=h[V];if(typeof Y=="string"){if(typeof H[Y]=="number"){T=H[Y];let ue=F;t===null?t=[ue]:t.push(ue),
e++;break}H[Y]=V}}}}}else{let d=F;t===null?t=[d]:t.push(d),e++}var $=N===e;if(Q=Q||$,$&&v!==!0&&(v=!0),Q)e=y,t!==null&&(y?t.length=y:t=null);else{let d=F;return t===
null?t=[d]:t.push(d),e++,de.errors=t,!1}var I=n===e;if(!I)break}else return de.errors=[F],!1;var E=m===e}else var E=!0;if(E){if(r.$recursiveAnchor!==void 0){let l=r.
$recursiveAnchor,m=e;if(e===e)if(typeof l=="string"){if(!Ke.test(l))return de.errors=[F],!1}else return de.errors=[F],!1;var E=m===e}else var E=!0;if(E)if(r.$recursiveRef!==
void 0){let l=e,m=e;if(e===m&&e===m&&typeof r.$recursiveRef!="string")return de.errors=[F],!1;var E=l===e}else var E=!0}}}return de.errors=t,e===0}de.evaluated=
{props:{definitions:!0,dependencies:!0,$recursiveAnchor:!0,$recursiveRef:!0,contentEncoding:!0,contentMediaType:!0,contentSchema:!0,format:!0,title:!0,description:!0,
default:!0,deprecated:!0,readOnly:!0,writeOnly:!0,examples:!0,type:!0,const:!0,enum:!0,multipleOf:!0,maximum:!0,exclusiveMaximum:!0,minimum:!0,exclusiveMinimum:!0,
maxLength:!0,minLength:!0,pattern:!0,maxItems:!0,minItems:!0,uniqueItems:!0,maxContains:!0,minContains:!0,maxProperties:!0,minProperties:!0,required:!0,dependentRequired:!0,
unevaluatedItems:!0,unevaluatedProperties:!0,prefixItems:!0,items:!0,contains:!0,additionalProperties:!0,properties:!0,patternProperties:!0,dependentSchemas:!0,
propertyNames:!0,if:!0,then:!0,else:!0,allOf:!0,anyOf:!0,oneOf:!0,not:!0,$id:!0,$schema:!0,$ref:!0,$anchor:!0,$dynamicRef:!0,$dynamicAnchor:!0,$vocabulary:!0,$comment:!0,
$defs:!0},dynamicProps:!1,dynamicItems:!1};export{yr as isLock,rr as isManifest,hr as isSchema};
