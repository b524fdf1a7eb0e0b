/** Templates at WhatsApp: reads the whole list of an account, and writes templates. Ids stay text. */
import type { WhatsappButton, WhatsappComponent } from '@notifly/contracts/whatsapp-templates/components'
import { isNumber, variablesOf } from '@notifly/contracts/whatsapp-templates/components'
import { callGraph, type GraphAccess } from './graph.ts'
import { type Json, listOf, recordOf, textOf } from '../../../lib/json.ts'

/** A template as WhatsApp lists it. */
export interface ListedTemplate {
  id: string
  name: string
  language: string
  category: string
  status: string
  reason: string | null
  quality: string | null
  components: WhatsappComponent[]
}

export interface NewTemplate {
  name: string
  language: string
  category: string
  components: readonly WhatsappComponent[]
}

const FIELDS = 'id,name,language,status,category,components,rejected_reason,quality_score'
const PER_PAGE = 100
/** Accounts may have some thousand templates; a longer list is an error. */
const MOST_PAGES = 200

/** Returns every template of the account, page by page. Throws GraphRefused. */
export async function listTemplates(access: GraphAccess, accountId: string): Promise<ListedTemplate[]> {
  const found = new Map<string, ListedTemplate>()
  let after = ''
  for (let page = 0; page < MOST_PAGES; page++) {
    const cursor = after === '' ? '' : `&after=${encodeURIComponent(after)}`
    const path = `${encodeURIComponent(accountId)}/message_templates?fields=${FIELDS}&limit=${PER_PAGE}${cursor}`
    const answer = await callGraph(access, { method: 'GET', path })
    for (const item of listOf(answer['data']).map(recordOf)) {
      const template = templateIn(item)
      if (template.id !== '') found.set(template.id, template)
    }
    const paging = recordOf(answer['paging'])
    after = textOf(recordOf(paging['cursors'])['after'])
    if (after === '' || textOf(paging['next']) === '') break
  }
  return [...found.values()]
}

/** Submits a template for approval. Throws GraphRefused. */
export async function createTemplate(
  access: GraphAccess,
  accountId: string,
  { components, ...template }: NewTemplate,
): Promise<{ id: string; status: string; category: string }> {
  const answer = await callGraph(access, {
    method: 'POST',
    path: `${encodeURIComponent(accountId)}/message_templates`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...template,
      ...(components.some(hasNames) && { parameter_format: 'NAMED' }),
      components: components.map(asWritten),
    }),
  })
  const { id, status, category } = answer
  return { id: textOf(id), status: textOf(status) || 'PENDING', category: textOf(category) || template.category }
}

/** Submits a template again, by its id. Throws GraphRefused. */
export async function editTemplate(
  access: GraphAccess,
  id: string,
  { category, components }: Pick<NewTemplate, 'category' | 'components'>,
): Promise<void> {
  await callGraph(access, {
    method: 'POST',
    path: encodeURIComponent(id),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ category, components: components.map(asWritten) }),
  })
}

/** Deletes one language of a template. Throws GraphRefused. */
export async function deleteTemplate(
  access: GraphAccess,
  accountId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const query = new URLSearchParams({ hsm_id: id, name })
  await callGraph(access, {
    method: 'DELETE',
    path: `${encodeURIComponent(accountId)}/message_templates?${query.toString()}`,
  })
}

function templateIn(item: Json): ListedTemplate {
  const reason = textOf(item['rejected_reason'])
  const quality = textOf(recordOf(item['quality_score'])['score'])
  return {
    id: textOf(item['id']),
    name: textOf(item['name']),
    language: textOf(item['language']),
    category: textOf(item['category']),
    status: textOf(item['status']),
    reason: reason === '' || reason === 'NONE' ? null : reason,
    quality: quality === '' || quality === 'UNKNOWN' ? null : quality,
    components: listOf(item['components']).map(recordOf).map(componentIn),
  }
}

/** Keeps only what we know of a part. Examples of named variables are put in the order of the variables. */
function componentIn(part: Json): WhatsappComponent {
  const [format, text] = [textOf(part['format']), textOf(part['text'])]
  const example = recordOf(part['example'])
  const header = textsOf(example['header_text'], example['header_text_named_params'], text)
  const handles = listOf(example['header_handle']).map(textOf)
  const body = textsOf(listOf(example['body_text'])[0], example['body_text_named_params'], text)
  const kept = {
    ...(header.length > 0 && { header_text: header }),
    ...(handles.length > 0 && { header_handle: handles }),
    ...(body.length > 0 && { body_text: [body] }),
  }
  const buttons = listOf(part['buttons']).map(recordOf)
  return {
    type: textOf(part['type']).toUpperCase(),
    ...(format !== '' && { format: format.toUpperCase() }),
    ...(text !== '' && { text }),
    ...(Object.keys(kept).length > 0 && { example: kept }),
    ...(buttons.length > 0 && { buttons: buttons.map(buttonIn) }),
  }
}

function textsOf(positional: unknown, named: unknown, text: string): string[] {
  const pairs = listOf(named).map(recordOf)
  if (pairs.length === 0) return listOf(positional).map(textOf)
  const byName = new Map(pairs.map(pair => [textOf(pair['param_name']), textOf(pair['example'])]))
  return variablesOf(text).map(variable => byName.get(variable) ?? '')
}

function buttonIn(button: Json): WhatsappButton {
  const given = button['example']
  const example = Array.isArray(given) ? given.map(textOf) : [textOf(given)].filter(text => text !== '')
  const [text, url, phone] = [textOf(button['text']), textOf(button['url']), textOf(button['phone_number'])]
  return {
    type: textOf(button['type']).toUpperCase(),
    ...(text !== '' && { text }),
    ...(url !== '' && { url }),
    ...(phone !== '' && { phone_number: phone }),
    ...(example.length > 0 && { example }),
  }
}

/** Whether a text has named variables; those of buttons are always numbered. */
function hasNames({ text = '' }: WhatsappComponent): boolean {
  return variablesOf(text).some(variable => !isNumber(variable))
}

/**
 * Returns a part as the Graph API expects it: the example of a code is one text, that of an address is a list, and examples of named
 * variables are given by name.
 */
function asWritten({ buttons, ...part }: WhatsappComponent): object {
  if (hasNames(part)) return { ...part, example: namedExample(part) }
  if (buttons === undefined) return part
  return {
    ...part,
    buttons: buttons.map(({ example, ...button }) => {
      const phone = button.phone_number?.replace(/[ ().-]/g, '')
      const written = { ...button, ...(phone !== undefined && { phone_number: phone }) }
      if (example === undefined) return written
      return { ...written, example: button.type === 'COPY_CODE' ? (example[0] ?? '') : example }
    }),
  }
}

function namedExample({ type, text = '', example }: WhatsappComponent): object {
  const [key, values] =
    type === 'HEADER'
      ? ['header_text_named_params', example?.header_text]
      : ['body_text_named_params', example?.body_text?.[0]]
  return { [key]: variablesOf(text).map((name, index) => ({ param_name: name, example: values?.[index] ?? '' })) }
}
