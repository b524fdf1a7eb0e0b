/** The form of the settings for Safari 7 to 15, with its files. */
import { type Approval, listApprovals } from '@notifly/contracts/approvals/approvals'
import type { SentenceKey } from '@notifly/contracts/sentences/sentence'
import {
  CERTIFICATE_MAX_BYTES,
  createSafari,
  iconField,
  readSafari,
  type SafariConfiguration,
  safariFields,
  updateSafari,
} from '@notifly/contracts/web-push/safari'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { callWithMeta, type Input } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { announce } from '../../../api/signals.ts'
import { textIn } from '../../../components/approvals/request-address.ts'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import type { Icons } from './icon-sizes.ts'

export interface SafariValues {
  webpush_id: string
  website_name: string
  password: string
  certificate: File | null
  intermediate: File | null
  icon: Icons | null
}

export interface SafariGiven {
  saved: SafariConfiguration | null
  /** What a rejected request asked for. */
  asked: Approval['payload'] | undefined
  reopens: { reopens?: string }
  onSaved: () => void
}

const file = z.nullable(z.instanceof(File))

/** What the server reads of the texts, and which files have to be there. */
function schemaFor(hasFiles: boolean) {
  const fields = { ...safariFields.shape, certificate: file, intermediate: file, icon: z.nullable(z.any()) }
  return z.object(fields).check(
    z.superRefine(({ certificate, icon, password }, context) => {
      const miss = (field: string, message: SentenceKey) =>
        context.issues.push({ code: 'custom', path: [field], message, input: null })
      if (certificate === null && !hasFiles) miss('certificate', 'safari.choose')
      if (certificate !== null && !isCertificate(certificate)) miss('certificate', 'safari.p12')
      if (certificate !== null && password === '') miss('password', 'fields.required')
      if (icon === null && !hasFiles) miss('icon', 'safari.square')
    }),
  )
}

const isCertificate = ({ name, size }: File): boolean =>
  name.toLowerCase().endsWith('.p12') && size > 0 && size <= CERTIFICATE_MAX_BYTES

export function useSafariForm({ saved, asked, reopens, onSaved }: SafariGiven) {
  const text = (name: 'webpush_id' | 'website_name') => textIn(asked, name) || (saved?.[name] ?? '')
  const form = useApiForm<SafariValues, SafariValues>(schemaFor(saved !== null || asked !== undefined) as never, {
    defaultValues: {
      webpush_id: text('webpush_id'),
      website_name: text('website_name'),
      password: '',
      certificate: null,
      intermediate: null,
      icon: null,
    },
  })
  const { register } = form
  useEffect(() => {
    // Files have no control of the form's own; messages of the server still have to find their place.
    for (const name of ['certificate', 'intermediate', 'icon'] as const) register(name)
  }, [register])

  const save = form.submit(async values => {
    const body = bodyFor(values, asked)
    // A form with files has no schema that its body could be typed by.
    const { message, makerChecker } = await callWithMeta(saved === null ? createSafari : updateSafari, {
      query: reopens,
      body,
    } as Input<typeof createSafari>)
    form.reset(values)
    if (!makerChecker && message) announce({ tone: 'success', message })
    await Promise.all([refresh(readSafari), refresh(listApprovals)])
    onSaved()
  })
  return { form, save }
}

/** Pictures of a rejected request are named: they are stored already. */
function bodyFor(values: SafariValues, asked: SafariGiven['asked']): FormData {
  const body = new FormData()
  for (const name of ['webpush_id', 'website_name', 'password'] as const) body.set(name, values[name])
  if (values.certificate !== null) body.set('certificate', values.certificate)
  if (values.intermediate !== null) body.set('intermediate', values.intermediate)
  for (const [size, png] of values.icon?.files ?? []) body.set(iconField(size), png, `${size}.png`)
  const { icon, iconset } = asked ?? {}
  if (values.icon === null && typeof icon === 'string' && typeof iconset === 'string') {
    body.set('icon', icon)
    body.set('iconset', iconset)
  }
  return body
}
