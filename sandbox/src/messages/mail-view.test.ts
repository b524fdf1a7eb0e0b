import { expect, test } from 'vitest'
import { readHtml, readTextLinks } from './html-content.ts'
import { peekHeaders, standaloneHtml, viewMail } from './mail-view.ts'

function mail(...lines: string[]): Buffer {
  return Buffer.from(lines.join('\r\n'))
}

test('author and subject are found and decoded without a parse, folded or not', () => {
  const raw = mail(
    'Received: from x',
    '\tby y; subject: not this one',
    'SUBJECT: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
    ' =?utf-8?Q?_aus_Wien?=',
    'From: "Shop, Inc." <shop@x.example>',
    '',
    'Subject: nor this one',
  )
  expect(peekHeaders(raw)).toEqual({ from: '"Shop, Inc." <shop@x.example>', subject: 'Grüße aus Wien' })
  expect(peekHeaders(Buffer.from(''))).toEqual({ from: '', subject: '' })
})

test('headers that stand twice keep both values', async () => {
  const { headers, headerLines } = await viewMail(mail('Received: one', 'Received: two', 'To: a@b.example', '', 'text'))
  expect(headers['received']).toBe('one\ntwo')
  expect(headers['to']).toBe('a@b.example')
  expect(headerLines.map(({ name }) => name)).toEqual(['Received', 'Received', 'To'])
})

test('a mail without a text part is read from its HTML', async () => {
  const view = await viewMail(
    mail(
      'Content-Type: text/html; charset=utf-8',
      '',
      '<style>p{}</style><p>One &amp; <b>two</b></p><p>Three<br>four</p><a href="http://x.example/?a=1&amp;b=2">go</a>',
    ),
  )
  expect(view.text).toBe('One & two\n\nThree\nfour\ngo')
  expect(view.links).toEqual(['http://x.example/?a=1&b=2'])
})

test('links of a plain text mail end where the sentence goes on', () => {
  expect(readTextLinks('See https://x.example/a?b=1. Or (http://y.example/), or https://x.example/a?b=1!')).toEqual([
    'https://x.example/a?b=1',
    'http://y.example/',
  ])
})

test('links that a reader cannot see are known as hidden', () => {
  const { links } = readHtml(`
    <a href="/1">seen</a><div style="display: none"><p><a href="/2">trap</a></p></div>
    <a hidden href="/3">trap</a><a href="/4" style='font-size:0'>trap</a><a href=/5 title="hidden">seen</a>
    <!-- <a href="/6">no link</a> --><a href="/7" style="font-size:0.9em">seen</a>`)
  expect(links.map(({ href, hidden }) => [href, hidden])).toEqual([
    ['/1', false],
    ['/2', true],
    ['/3', true],
    ['/4', true],
    ['/5', false],
    ['/7', false],
  ])
})

test('an embedded picture stands in the HTML by itself', async () => {
  const view = await viewMail(
    mail(
      'Content-Type: multipart/related; boundary=b',
      '',
      '--b',
      'Content-Type: text/html',
      '',
      '<img src="cid:logo@x">',
      '--b',
      'Content-Type: image/png',
      'Content-ID: <logo@x>',
      'Content-Transfer-Encoding: base64',
      '',
      'AAEC',
      '--b--',
    ),
  )
  expect(standaloneHtml(view)).toContain('src="data:image/png;base64,AAEC"')
  expect(view.attachments[0]).toMatchObject({ inline: true, contentType: 'image/png' })
})

test('what is no mail at all is shown as text', async () => {
  const view = await viewMail(Buffer.from('just some words'))
  expect(view.html).toBe('')
  expect(view.attachments).toEqual([])
})
