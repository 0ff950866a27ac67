import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanDeclarations } from './clean-declarations.ts'
import { cleanStylesheet } from './clean-stylesheet.ts'

const options = { cid: () => null, remote: true }
const sheet = (css: string) => cleanStylesheet(css, options)
const declarations = (css: string) => cleanDeclarations(css, options)

test('rules keep their selectors, with the names the elements have', () => {
  assert.equal(sheet('<!-- .a > P.b, #c{color:red} -->'), '.m-a>p.m-b,#m-c{color:red}')
  assert.equal(sheet('a:HOVER,a::before,a[href],svg,q:is(p){color:red}'), 'a:hover{color:red}')
  assert.equal(sheet('p{} p{x:y} {color:red} > p{color:red} p >{color:red} p + + p{color:red}'), '')
})

test('of the at-rules only @media is kept', () => {
  assert.equal(
    sheet(
      '@import "x";@media only screen and (max-width:600px){.a{width:100%!important}}@font-face{src:url(x)}p{margin:0}',
    ),
    '@media only screen and ( max-width : 600px ){.m-a{width:100% !important}}p{margin:0}',
  )
  assert.equal(sheet('@media ((x){p{margin:0}}@media x{@media y{p{margin:0}}}@supports (x){p{margin:0}}'), '')
})

test('values are written anew from known tokens, or not at all', () => {
  assert.equal(declarations('COLOR : RED ;; margin:-1px +.5em/* x */0'), 'color:RED;margin:-1px +.5em 0')
  assert.equal(
    declarations('width:calc( (100% - 20px)/2 );color:rgba(0,0,0,.5)'),
    'width:calc((100% - 20px) / 2);color:rgba(0, 0, 0, .5)',
  )
  assert.equal(
    declarations('background:url( "http://a.test/(b c)\'" )'),
    'background:url("http://a.test/%28b%20c%29%27")',
  )
  for (const css of [
    'position:fixed',
    'z-index:9',
    'color:var(--x)',
    'width:expression(1)',
    'color:r\\65 d',
    'color:red}p{color:blue',
    'color:url(http://a.test)',
    'list-style:url(http://a.test)',
    'background:image-set("x" 1x)',
    'background:url/**/(http://a.test/)',
    'font-family:"</style>"',
    'color:',
    'color:rgb(1',
    'color:1)',
    '-moz-binding:x',
    'behavior:x',
    'content:"x"',
    'constructor:x',
  ]) {
    assert.equal(declarations(css), '', css)
  }
})
