/** Content that a tenant stores or previews: templates, MJML, images, workbooks, links. */
import type { Attack } from './attacker.ts'
import { CONTACTS, MJML, PICTURES, TEMPLATES, WORKBOOKS } from './payloads.ts'

const templates: readonly Attack[] = TEMPLATES.map(({ name, html }) => ({
  name: `template of ${name}`,
  strike: async ({ call }) => {
    const previewed = await call('POST', '/api/template/preview', { content: { subject: 'Hi', html } })
    const named = `T ${crypto.randomUUID().slice(0, 8)}`
    const saved = await call('POST', '/api/template', { type: 'Email', name: named, subject: 'Hi', html })
    return [previewed.status, saved.status]
  },
}))

const workbooks: readonly Attack[] = WORKBOOKS.map(({ name, file }) => ({
  name: `workbook of ${name}`,
  strike: async ({ call }) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(file)]), 'list.xlsx')
    return [(await call('POST', '/api/audience/verify', form)).status]
  },
}))

/** The tenant's own small file, beside its workbooks. */
const smallFile: Attack = {
  name: 'small file beside workbooks',
  strike: async ({ call }) => {
    const form = new FormData()
    form.append('file', new Blob([CONTACTS]), 'list.csv')
    return [(await call('POST', '/api/audience/verify', form)).status]
  },
}

const mjml: readonly Attack[] = MJML.map(({ name, mjml: source }) => ({
  name: `MJML of ${name}`,
  strike: async ({ call }) => {
    const content = { subject: 'Hi', mode: 'mjml', mjml: source }
    const previewed = await call('POST', '/api/template/preview', { content })
    const named = `B ${crypto.randomUUID().slice(0, 8)}`
    const block = await call('POST', '/api/template-blocks', { name: named, mjml: source.slice(0, 190_000) })
    return [previewed.status, block.status]
  },
}))

const pictures: readonly Attack[] = PICTURES.map(({ name, file, called }) => ({
  name: `picture of ${name}`,
  strike: async ({ call }) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(file)]), called)
    return [(await call('POST', '/api/images', form)).status]
  },
}))

const links: Attack = {
  name: 'links that never answer',
  strike: async ({ call, siteUrl }) => {
    const html = Array.from({ length: 50 }, (_, no) => `<a href="${siteUrl}/silence/${no}">x</a>`).join('')
    return [(await call('POST', '/api/template/links/check', { content: { subject: 'Hi', html } })).status]
  },
}

export const CONTENT_ATTACKS: readonly Attack[] = [...templates, ...mjml, ...pictures, ...workbooks, smallFile, links]
