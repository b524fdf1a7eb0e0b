import { describe, expect, test } from 'vitest'
import { isEditable, readText, writeText } from './codec.ts'
import { LINE, TEXT } from './schema.ts'

/** Texts as people and other programs write them. */
const EDITABLE = [
  'Hi',
  '<p style="margin: 0">Hi <strong>you</strong>, <em style="color: red">now</em></p><p class="x">b<br />c</p>',
  '<h1 style="font-size: 20px" data-x="1">A &amp; B &lt; C &nbsp; é</h1>',
  'Hi {{ first_name | default: "<b> & you" }}, {% if a < b %}yes{% endif %}',
  `<a href="https://shop.example/?a=1&amp;b={{ id }}" target="_blank" style="color: blue">go</a>`,
  `<a href='{{ url | default: "https://shop.example" }}'>go</a>`,
  '<ul style="margin: 0"><li>one</li><li><p>two</p><ol start="3"><li>three</li></ol></li></ul>',
  '<span style="font-size: 10px"><span style="color: red">deep</span></span><sup>1</sup><u>u</u><b>b</b><i>i</i>',
  '<div>a</div><div align="right">b</div><blockquote><p>c</p></blockquote>',
  '<i><b>either way around</b></i>',
]

const SOURCE_ONLY = [
  '<table><tr><td>a</td></tr></table>',
  '<img src="https://shop.example/a.png" alt="" />',
  'a <!-- note --> b',
  '<p>a</p><hr />',
  '<div><p>nested</p></div>',
  '<font color="red"><center>old</center></font>',
  '<span style="color: red"><a style="color: blue" href="x">which is inside matters</a></span>',
]

describe('a text', () => {
  test.each(EDITABLE)('is written in its place, and comes out the same: %s', html => {
    expect(isEditable(html, TEXT)).toBe(true)
    const once = writeText(readText(html, TEXT))
    expect(writeText(readText(once, TEXT))).toBe(once)
  })

  test('keeps its markup to the letter where nothing else can be said', () => {
    for (const html of EDITABLE.slice(1, 7)) expect(writeText(readText(html, TEXT))).toBe(html)
  })

  test.each(SOURCE_ONLY)('is left to its source: %s', html => {
    expect(isEditable(html, TEXT)).toBe(false)
  })

  test('of a button has one line', () => {
    expect(isEditable('<b>Buy</b> {{ name }}', LINE)).toBe(true)
    expect(isEditable('<p>a</p><p>b</p>', LINE)).toBe(false)
  })
})
