import { listApplicationStats, readOverview } from '@notifly/contracts/applications/applications'
import { type Approval, listApprovals } from '@notifly/contracts/approvals/approvals'
import { PromptPreferences, readPrompts, savePrompts } from '@notifly/contracts/web-push/prompts'
import { createSite, readSite, type Site, siteBody, updateSite } from '@notifly/contracts/web-push/web-push'
import { useState } from 'react'
import { callWithMeta } from '../../api/client.ts'
import { refresh, useWrite } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import type { Reopened } from '../../components/approvals/use-request.ts'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'
import { typesIn } from './prompt-drafts.ts'

/** Whether Safari 7 to 15 are asked. */
function platformOf(asked: Approval['payload'] | undefined, saved: Site | null): number {
  const wish = asked?.['platform'] ?? saved?.platform
  return wish === 1 ? 1 : 0
}

interface Given {
  saved: Site | null
  prompts: PromptPreferences
  /** The rejected request on the site or its prompts that is being corrected. */
  reopened: Reopened
}

/**
 * The form of the site, and its prompts. While there is no site the prompts wait with the form and are saved together with it;
 * afterwards they are saved on their own.
 */
export function useSiteForm({ saved, prompts, reopened: { request, reopens } }: Given) {
  const isOfPrompts = request?.command === 'prompts.update'
  const asked = isOfPrompts ? undefined : request?.payload
  const wish = request?.payload[isOfPrompts ? 'prompt_preferences' : 'webPushPromptPreferences']
  const [begun] = useState(() => PromptPreferences.safeParse(wish).data ?? prompts)
  const [drafted, setDrafted] = useState(begun)
  const form = useApiForm<SiteValues, SiteValues>(siteBody as never, { defaultValues: siteValuesOf(saved, asked) })
  const kept = isOfPrompts ? begun : prompts
  const preferences = saved === null ? drafted : kept

  const save = form.submit(async () => {
    // What was typed, and not what the schema made of it: the server reads the same schema.
    const values = form.getValues()
    const body = {
      ...values,
      // One place for the icon, whether it was uploaded or is elsewhere.
      uploadIcon: '',
      // Changed with Safari's own settings.
      platform: platformOf(asked, saved),
      ...(saved === null && typesIn(drafted).length > 0 && { webPushPromptPreferences: drafted }),
      ...(!isOfPrompts && reopens),
    }
    const { message, makerChecker } = await callWithMeta(saved === null ? createSite : updateSite, { body })
    form.reset(values)
    if (!makerChecker && message) announce({ tone: 'success', message })
    const stale = makerChecker ? [readSite, listApprovals] : [readSite, readPrompts, listApplicationStats, readOverview]
    await Promise.all(stale.map(each => refresh(each)))
  })

  const promptsWrite = useWrite(savePrompts, { refreshes: [readPrompts, listApprovals], failure: 'form' })

  /** Answers by `onDone` once the prompts are kept, here or at the server. */
  const keepPrompts = (next: PromptPreferences, onDone: () => void) => {
    if (saved === null) {
      setDrafted(next)
      onDone()
      return
    }
    const body = { prompt_preferences: { ...next }, ...(isOfPrompts && reopens) }
    promptsWrite.mutate({ body }, { onSuccess: onDone })
  }
  return {
    form,
    save,
    preferences,
    /** What only this page has. */
    isUnsaved: form.formState.isDirty || (saved === null && drafted !== begun),
    keepPrompts,
    isKeeping: promptsWrite.isPending,
    promptsFailure: promptsWrite.error ? translateSentence(promptsWrite.error) : undefined,
  }
}

/** The web push settings as a form has them. */

export type SiteValues = typeof EMPTY

const EMPTY = {
  site_name: '',
  site_url: '',
  site_label: '',
  auto_re_subscribe: true,
  wn_name: '',
  wn_message: '',
  wn_on_click: false,
  wn_link: '',
  icon_url: '',
  uploadBanner: '',
  worker_path: '/notifly-worker.js',
  worker_scope: '/',
}

/** What is saved, under what a rejected request asked for; an uploaded icon counts as the icon. */
export function siteValuesOf(saved: Site | null, asked: Approval['payload'] | undefined): SiteValues {
  const given: Readonly<Record<string, unknown>> = { ...saved, ...asked }
  const values: Record<string, unknown> = { ...EMPTY }
  for (const [name, initial] of Object.entries(EMPTY)) {
    const value = given[name]
    if (typeof initial === 'boolean' && value !== undefined)
      values[name] = value === 1 || value === true || value === '1'
    else if (typeof value === 'string') values[name] = value
  }
  if (values['icon_url'] === '' && typeof given['uploadIcon'] === 'string') values['icon_url'] = given['uploadIcon']
  return values as unknown as SiteValues
}
