/** Saved blocks, and how their next version comes into templates. */
import { ACTIVITY, type PermissionSet } from '@notifly/contracts/roles/activities'
import type { TemplateBlock, TemplateBlockRow } from '@notifly/contracts/templates/blocks'
import { hasBlockMarks, markedBlock, withBlock } from '@notifly/contracts/templates/block-marks'
import type { Template } from '@notifly/contracts/templates/templates'
import { expect, test } from 'vitest'
import { testApp } from '../../../testing/app.ts'
import { approvalTeamOf } from '../../../testing/approvals.ts'

const kit = await testApp()
const { call, withApplication } = kit
const team = approvalTeamOf(kit)
const [owner, neighbour] = [await withApplication(), await withApplication()]

const PATH = '/api/template-blocks'
const OUT = '<a href="{{ unsubscribe_url }}">Leave</a>'
const footer = (words: string) => `<mj-section><mj-column><mj-text>${words} ${OUT}</mj-text></mj-column></mj-section>`

interface Applied {
  templates: { uuid: string; version: number | null; approval_uuid?: string; problem: { key?: string } | null }[]
  next: string | null
}

const save = (mjml: string, name: string = crypto.randomUUID(), at = owner) =>
  call<TemplateBlock>('POST', PATH, { bearer: at.bearer, body: { name, mjml } })
const change = (uuid: string, body: object, at = owner) =>
  call<TemplateBlock>('PUT', `${PATH}/${uuid}`, { bearer: at.bearer, body })
const read = (uuid: string, at = owner) => call<TemplateBlock>('GET', `${PATH}/${uuid}`, { bearer: at.bearer })
const apply = (uuid: string, at = owner, body: { after?: string; except?: string } = {}) =>
  call<Applied>('POST', `${PATH}/${uuid}/apply`, { bearer: at.bearer, body })
const readTemplate = async (uuid: string) =>
  (await call<Template>('GET', `/api/template/${uuid}`, { bearer: owner.bearer })).data

async function template(inner: string, at = owner): Promise<string> {
  const mjml = `<mjml><mj-body>${footer('Hello')}${inner}</mj-body></mjml>`
  const body = { type: 'Email', name: crypto.randomUUID(), subject: 'Hello', mode: 'mjml', mjml }
  return (await call<{ template_uuid: string }>('POST', '/api/template', { bearer: at.bearer, body })).data
    .template_uuid
}

test('marks stand around a block, and all of its places get the next version', () => {
  const uuid = crypto.randomUUID()
  const source = `a${markedBlock(uuid, 1, 'x')}b${markedBlock(uuid, 2, '')}c<!-- block:${uuid} v1 -->d`
  const next = markedBlock(uuid, 12, 'new')
  expect(withBlock(source, uuid, 12, 'new')).toBe(`a${next}b${next}c<!-- block:${uuid} v1 -->d`)
  expect(withBlock(source, crypto.randomUUID(), 12, 'new')).toBe(source)
  expect([hasBlockMarks(source), hasBlockMarks('<!-- a block: -->')]).toEqual([true, false])
})

test('a block is saved, listed, changed and deleted in its application alone, and the trail says so', async () => {
  const saved = await save(footer('{{ emial }}'), 'Footer')
  expect(saved.status).toBe(201)
  const { uuid } = saved.data
  expect(saved.data).toMatchObject({ name: 'Footer', version: 1, used_in: 0, templates: [], updated_by: 'Asha Raman' })
  expect(saved.data.problems).toEqual([expect.objectContaining({ code: 'unknown_field', line: 1, column: 36 })])
  expect((await save('<mj-text>x</mj-text>', 'fOOTER')).body.errors?.[0]).toMatchObject({ field: 'name' })
  expect((await save('<mj-text>In a column</mj-text>\n<mj-divider />', 'Line')).data.problems).toEqual([])
  const changed = await change(uuid, { name: 'Foot', mjml: footer('New'), version: 1 })
  expect(changed.data).toMatchObject({ name: 'Foot', version: 2, mjml: footer('New'), problems: [] })
  const late = await change(uuid, { name: 'Foot', mjml: footer('Late'), version: 1 })
  expect([late.status, late.body.data]).toEqual([409, { version: 2 }])
  const list = await call<TemplateBlockRow[]>('GET', `${PATH}?search=o`, { bearer: owner.bearer })
  expect(list.data.map(({ name, version, place }) => [name, version, place])).toEqual([['Foot', 2, 'row']])
  expect((await change(uuid, { name: 'Bottom', mjml: footer('New') })).data).toMatchObject({
    name: 'Bottom',
    version: 2,
  })
  const group = `<mj-raw>{% if 1 %}</mj-raw>${footer('Only for a')}<mj-raw>{% endif %}</mj-raw>`
  expect((await save(group)).data).toMatchObject({ place: 'row', problems: [] })
  expect((await save('<mj-raw>{% if a %}</mj-raw><mj-text>a</mj-text><mj-raw>{% endif %}</mj-raw>')).data.place).toBe(
    'content',
  )

  const others = [read(uuid, neighbour), change(uuid, { name: 'x', mjml: 'x' }, neighbour), apply(uuid, neighbour)]
  const gone = call('DELETE', `${PATH}/${uuid}`, { bearer: neighbour.bearer })
  expect((await Promise.all([...others, gone])).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await call('DELETE', `${PATH}/${uuid}`, { bearer: owner.bearer })).status).toBe(200)
  expect((await read(uuid)).status).toBe(404)
  const trail = (await team.trail(owner, 'template-block')).filter(({ object }) => object.id === uuid)
  expect(trail.map(({ action, after }) => [action, after?.['mjml']])).toEqual([
    ['template-block.create', footer('{{ emial }}')],
    ['template-block.update', footer('New')],
    ['template-block.update', undefined],
    ['template-block.delete', undefined],
  ])
})

test.each([
  ['nothing', '', undefined, 'isn’t allowed|required|field'],
  ['a whole mail', '<mjml><mj-body></mj-body></mjml>', [1, 1], 'leave out <mjml>'],
  ['the end of the body', '<mj-section></mj-section></mj-body><mj-body>', [1, 36], 'leave out <mj-body>'],
  ['an open element', '<mj-section>\n<mj-column></mj-section>', [2, 1], '</mj-column> is missing'],
  ['an unknown element', '<mj-tekst>x</mj-tekst>', [1, 1], 'mean <mj-text>'],
  ['open Liquid', '<mj-text>\n{% if a %}</mj-text>', [2, 1], 'isn’t closed'],
  ['an include', '<mj-section><mj-include path="x" /></mj-section>', [1, 13], 'isn’t available'],
  ['a block in it', markedBlock(crypto.randomUUID(), 1, '<mj-divider />'), undefined, 'another saved block'],
  ['a NUL', '<mj-text>\0</mj-text>', undefined, '.'],
  ['too much', `<mj-text>${'x'.repeat(200_000)}</mj-text>`, undefined, '200,000'],
])('%s is refused at its place', async (_what, mjml, place, told) => {
  const { status, body } = await save(mjml)
  const [line, column] = place ?? []
  expect([status, body.errors?.[0]]).toEqual([
    400,
    expect.objectContaining({
      field: 'mjml',
      ...(place && { line, column }),
      message: expect.stringMatching(new RegExp(told)) as string,
    }),
  ])
})

test('templates are told of, and get the next version when it is applied', async () => {
  const { uuid } = (await save(footer('One'), 'Shared')).data
  const marked = markedBlock(uuid, 1, footer('One'))
  const [first, second, apart] = [
    await template(marked),
    await template(`${marked}${marked}`),
    await template(`<!-- block:${uuid} v1 -->${footer('One')}`),
  ]
  await template(markedBlock(uuid, 1, ''), neighbour)
  const { data } = await change(uuid, { name: 'Shared', mjml: footer('Two') })
  expect([data.version, data.used_in]).toEqual([2, 3])
  expect(data.templates.map(each => [each.uuid, each.block_version])).toEqual(
    expect.arrayContaining([first, second, apart].map(each => [each, 1])),
  )
  expect((await readTemplate(first)).html).not.toContain('block:')

  const applied = await apply(uuid)
  expect([applied.status, applied.data.next]).toEqual([200, null])
  const became = new Map(applied.data.templates.map(each => [each.uuid, each]))
  expect([became.get(first)?.version, became.get(second)?.version]).toEqual([2, 2])
  expect(became.get(apart)).toMatchObject({ version: null, problem: { key: 'templates.blocks.unclosed' } })
  const twice = await readTemplate(second)
  expect(twice.mjml).toContain(markedBlock(uuid, 2, footer('Two')).repeat(2))
  expect(twice.html).toMatch(/>Two <a[^]*>Two <a/)
  expect((await apply(uuid)).data.templates.map(each => each.uuid)).toEqual([apart])
  expect((await apply(uuid, owner, { except: apart })).data).toEqual({ templates: [], next: null })
  expect((await apply(uuid, owner, { after: apart })).data).toEqual({ templates: [], next: null })
  await call('DELETE', `${PATH}/${uuid}`, { bearer: owner.bearer })
  expect((await readTemplate(second)).mjml).toBe(twice.mjml)
})

test('who asks for approval applies by requests, and who may not update templates does not', async () => {
  const { uuid } = (await save(footer('One'), 'Held')).data
  const marked = markedBlock(uuid, 1, footer('One'))
  const [first, second] = [await template(marked), await template(marked)]
  const maker = await team.maker(owner)
  await change(uuid, { name: 'Held', mjml: footer('Two') }, maker)
  const held = (await apply(uuid, maker)).data.templates
  expect(held.map(({ version, problem, approval_uuid: id }) => [version, problem, typeof id])).toEqual([
    [null, null, 'string'],
    [null, null, 'string'],
  ])
  const again = (await apply(uuid, maker)).data.templates
  expect(again.map(({ problem }) => problem?.key)).toEqual(['approvals.waiting', 'approvals.waiting'])
  await team.decide(owner, held.find(each => each.uuid === first)?.approval_uuid ?? '', 'approve')
  expect([(await readTemplate(first)).version, (await readTemplate(second)).version]).toEqual([2, 1])
  expect((await readTemplate(first)).html).toContain('Two')

  const permissions = { [ACTIVITY.templateEmail]: [1, 0] } as PermissionSet
  const reader = await team.addMember(owner, await team.addRole(owner, { permissions }))
  expect((await read(uuid, reader)).status).toBe(200)
  const body = { name: 'Held', mjml: footer('Three') }
  expect([(await apply(uuid, reader)).status, (await change(uuid, body, reader)).status]).toEqual([403, 403])
})
