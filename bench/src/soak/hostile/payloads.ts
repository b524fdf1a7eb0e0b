/** The worst inputs of each kind: slow to parse, growing, or endless. */
import { gifOf, pngOf } from '@notifly/server/testing/images'
import { workbookParts, zipOf } from '@notifly/server/testing/people/workbooks'

const BLANKS = ' '.repeat(200_000)

/** Contents of templates, each of which once held a process for seconds or minutes. */
export const TEMPLATES: readonly { name: string; html: string }[] = [
  { name: 'blanks', html: `<p>a${BLANKS}b</p>` },
  { name: 'outputs', html: '{{ first_name | default: "there" }}'.repeat(5000) },
  { name: 'loops', html: '{% for a in (1..9999) %}{% for b in (1..9999) %}x{% endfor %}{% endfor %}' },
  { name: 'range', html: '{% for a in (1..1000000000) %}x{% endfor %}' },
  {
    name: 'doubling',
    html: `{% assign a = "xxxxxxxxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`,
  },
  {
    name: 'replacing',
    html: `{% assign a = "aaaaaaaaaaaaaaaa" %}${'{% assign a = a | replace: "a", "aaaaaaaaaaaaaaaa" %}'.repeat(12)}{{ a }}`,
  },
  { name: 'blocks', html: `${'{% if a %}'.repeat(3000)}x${'{% endif %}'.repeat(3000)}` },
  { name: 'elements', html: `${'<div>'.repeat(30_000)}x${'</div>'.repeat(30_000)}` },
  { name: 'unclosed', html: '<a href="'.repeat(20_000) },
  { name: 'links', html: '<a href="https://shop.example/{{ first_name }}">x</a>'.repeat(3000) },
  { name: 'tags', html: '{% '.repeat(50_000) },
]

const mail = (body: string, head = ''): string => `<mjml>${head}<mj-body>${body}</mj-body></mjml>`
const inColumn = (parts: string): string => mail(`<mj-section><mj-column>${parts}</mj-column></mj-section>`, MANY_RULES)
const MANY_RULES = `<mj-head><mj-style inline="inline">${'.a .b td{color:red}'.repeat(3000)}</mj-style></mj-head>`

/** MJML sources that compile slowly or expand a lot. */
export const MJML: readonly { name: string; mjml: string }[] = [
  { name: 'rules upon rules', mjml: inColumn('<mj-text>x</mj-text>'.repeat(300)) },
  {
    name: 'columns',
    mjml: mail(`<mj-section>${'<mj-column><mj-text>x</mj-text></mj-column>'.repeat(1400)}</mj-section>`),
  },
  { name: 'nested sections', mjml: mail('<mj-section>'.repeat(10_000)) },
  { name: 'a huge attribute', mjml: mail(`<mj-section css-class="${'a '.repeat(400_000)}" />`) },
]

/** Pictures with more pixels or frames than they have bytes. */
export const PICTURES: readonly { name: string; file: Buffer; called: string }[] = [
  { name: 'untrue size', file: pngOf(30_000, 30_000), called: 'lie.png' },
  { name: '36 million pixels', file: pngOf(6000, 6000, 6000), called: 'large.png' },
  { name: '400 frames', file: gifOf(400), called: 'long.gif' },
]

/** A user agent that patterns with two open ends read again and again. */
export const USER_AGENT = `${'Macintosh iPhone '.repeat(200)}${'AppleWebKit/'.repeat(300)}`

/** Text of a message to the tenant's number. */
export const INBOUND_TEXT = `${'.'.repeat(60_000)}x${'!'.repeat(60_000)}`

/** A worker file of a site, of blanks and brackets. */
export const WORKER_FILE = `importScripts(${' '.repeat(250_000)}${'importScripts( '.repeat(20_000)}`

/** Workbooks of few bytes with much to read. */
export const WORKBOOKS: readonly { name: string; file: Buffer }[] = [
  { name: 'quotes', file: workbook(`<row r="1"><c t="inlineStr" a='${'"'.repeat(400_000)}'`) },
  { name: 'cells', file: workbook(`<row r="1">${'<c/>'.repeat(2_000_000)}</row>`) },
  {
    name: 'columns',
    file: workbook('<row r="1"><c r="XFD1" t="inlineStr"><is><t>email</t></is></c></row>'.repeat(20_000)),
  },
  { name: 'text', file: workbook(`<row r="1"><c t="inlineStr"><is><t>${'a'.repeat(60_000_000)}</t></is></c></row>`) },
]

function workbook(rows: string): Buffer {
  return zipOf(workbookParts({ sheets: [{ rows }] }))
}

/** A small, valid file. */
export const CONTACTS = 'email,first_name\nana@example.test,Ana\nben@example.test,Ben\n'

/** JSON that is nested a hundred thousand deep. */
export const NESTED = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

/** A message whose rendering never ends. */
export const ENDLESS = '{% for a in (1..9999) %}{% for b in (1..9999) %}x{% endfor %}{% endfor %}'

/** A message of nothing but links, as large as a batch allows. */
export const LINKS = '<a href="https://shop.example/{{ first_name }}">x</a>'.repeat(1900)
