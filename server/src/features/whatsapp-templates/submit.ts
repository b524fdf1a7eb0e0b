/** Submits templates to WhatsApp and deletes them there: after the transaction that decided it, with retries until there is a response. */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { WhatsappComponent } from '@notifly/contracts/whatsapp-templates/components'
import { GraphRefused } from '../../channels/whatsapp/cloud-api/graph.ts'
import * as whatsapp from '../../channels/whatsapp/cloud-api/templates.ts'
import type { Deps } from '../../http/deps.ts'
import { storedWords } from '../../lib/stored-words.ts'
import { accountOf, askWhatsapp } from './account.ts'
import { deleteTemplateRow, noteTaken, selectTemplate, type TemplateKey, updateTemplate } from './queries.ts'
import { syncInBackground } from './sync.ts'

/** Names of the jobs; their payload is `{applicationId, templateId}`, with the content for an edit. */
export const SUBMIT_TEMPLATE = 'whatsapp.submit'
export const EDIT_TEMPLATE = 'whatsapp.edit'
export const DELETE_TEMPLATE = 'whatsapp.delete'

/** "Content in this language already exists" and "template not found": an earlier attempt succeeded. */
const EXISTS = 2388024
const GONE = 2593002

/** Submits a template. A refusal is stored with WhatsApp's words; if it cannot be reached, the job retries. */
export async function submit(deps: Deps, key: TemplateKey): Promise<void> {
  const db = deps.database.kysely
  const [row, account] = await Promise.all([selectTemplate(db, key), accountOf(deps, key.applicationId)])
  if (row?.status !== 'SUBMITTING') return
  const refuse = (reason: Sentence) =>
    updateTemplate(db, key, { status: 'REFUSED', reason: storedWords(reason) }, deps.clock.now())
  if (account === null) return refuse(sentence('whatsappTemplates.gone'))
  const { name, language, category } = row
  const template = { name, language, category, components: row.components as WhatsappComponent[] }
  try {
    const taken = await askWhatsapp(deps, key.applicationId, () =>
      whatsapp.createTemplate(account.access, account.accountId, template),
    )
    await noteTaken(db, key, taken, deps.clock.now())
  } catch (error) {
    if (!(error instanceof GraphRefused) || isPassing(error)) throw error
    if (error.error?.subcode === EXISTS) await syncInBackground(deps, key.applicationId)
    else await refuse(error.sentence)
  }
}

export interface Edit extends TemplateKey {
  category: string
  components: WhatsappComponent[]
}

/** Submits a changed template, then reads the list. A refusal leaves the template unchanged, with WhatsApp's words. */
export async function edit(deps: Deps, { category, components, ...key }: Edit): Promise<void> {
  const db = deps.database.kysely
  const [row, account] = await Promise.all([selectTemplate(db, key), accountOf(deps, key.applicationId)])
  const id = row?.provider_id
  if (!id || account === null) return
  let refusal: Sentence | undefined
  try {
    await askWhatsapp(deps, key.applicationId, () =>
      whatsapp.editTemplate(account.access, id, { category, components }),
    )
  } catch (error) {
    if (!(error instanceof GraphRefused) || isPassing(error)) throw error
    refusal = error.sentence
  }
  await syncInBackground(deps, key.applicationId)
  if (refusal !== undefined) await updateTemplate(db, key, { reason: storedWords(refusal) }, deps.clock.now())
}

/** Deletes a template at WhatsApp, then here. If refused, reads the list again, which still has it. */
export async function remove(deps: Deps, key: TemplateKey): Promise<void> {
  const db = deps.database.kysely
  const [row, account] = await Promise.all([selectTemplate(db, key), accountOf(deps, key.applicationId)])
  // Whatever its status: the list may have been read meanwhile, and still had it.
  if (row === undefined) return
  const id = row.provider_id
  if (account === null || id === null) return deleteTemplateRow(db, key)
  try {
    await askWhatsapp(deps, key.applicationId, () =>
      whatsapp.deleteTemplate(account.access, account.accountId, { id, name: row.name }),
    )
  } catch (error) {
    if (!(error instanceof GraphRefused) || isPassing(error)) throw error
    if (error.error?.subcode !== GONE) return syncInBackground(deps, key.applicationId)
  }
  await deleteTemplateRow(db, key)
}

/** Unreachable, too many calls, or a temporary failure. */
function isPassing({ error, status }: GraphRefused): boolean {
  return error === null ? true : (status ?? 500) >= 500 || [1, 2, 4, 17, 80007, 130429].includes(error.code)
}
