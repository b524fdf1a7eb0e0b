import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { Endpoint } from '@notifly/contracts/endpoint'
import type { Issue } from '@notifly/contracts/sentences/of-issue'
import type { Said, Sentence } from '@notifly/contracts/sentences/sentence'
import { type BaseSyntheticEvent, useCallback, useState } from 'react'
import { type FieldPath, type FieldValues, useForm, type UseFormProps, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '../../api/api-error.ts'
import { loadSentences } from '../../locales/i18n.ts'
import { say } from '../../locales/say.ts'

/** Forms over the contracts: the same schema checks in the browser and on the server, and both speak at the fields. */

export interface ApiForm<Values extends FieldValues, Output = Values> extends UseFormReturn<Values> {
  /** The translated message of a field, ready for a Field. */
  errorOf: (name: FieldPath<Values>) => string | undefined
  /** What the server said that belongs to no field; shown above the form. */
  failure: ApiError | undefined
  clearFailure: () => void
  /**
   * Checks, then runs the write. A refusal puts each message at its field and the focus on the first; what was typed
   * stays. Anything but an ApiError is a defect and is thrown on.
   */
  submit: (write: (values: Output) => Promise<unknown>) => (event?: BaseSyntheticEvent) => void
}

/** A form whose values are the schema's input. The write gets them as the schema's output. */
export function useApiForm<Values extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Values>,
  options: UseFormProps<Values>,
): ApiForm<Values, Output> {
  const form = useForm<Values>({
    ...options,
    resolver: standardSchemaResolver(speaking(schema) as never) as never,
    mode: options.mode ?? 'onTouched',
  })
  const [failure, setFailure] = useState<ApiError>()
  const { errors } = form.formState

  const errorOf = useCallback(
    (name: FieldPath<Values>) => {
      const found = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], errors)
      const message = (found as { message?: string } | undefined)?.message
      return message === undefined ? undefined : say(JSON.parse(message) as Sentence)
    },
    [errors],
  )

  const submit: ApiForm<Values, Output>['submit'] = write => {
    const run = form.handleSubmit(async values => {
      setFailure(undefined)
      try {
        // The resolver hands over what the schema made of the values.
        await write(values as unknown as Output)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!placeFieldErrors(form, error)) setFailure(error)
      }
    })
    return event => void run(event)
  }
  return { ...form, errorOf, failure, clearFailure: () => setFailure(undefined), submit }
}

/** A schema whose messages are sentences with their values, carried as text: errors of a form have room for no more. */
function speaking<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  const { '~standard': standard } = schema
  const validate = async (values: unknown) => {
    const result = await standard.validate(values)
    if (!result.issues) return result
    const [{ sentenceOfIssue }] = await Promise.all([import('@notifly/contracts/sentences/of-issue'), loadSentences()])
    const issues = result.issues.map(issue => ({ ...issue, ...refusal(sentenceOfIssue(issue as Issue)) }))
    return { issues }
  }
  return { '~standard': { ...standard, validate } } as unknown as Schema
}

/** An error of a form that says a sentence. */
export function refusal(said: Sentence | Said): { message: string } {
  return { message: JSON.stringify(said) }
}

/** Puts each message of the answer at its field; false when one of them has no field here. */
export function placeFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: ApiError): boolean {
  const known = Object.keys(form.control._fields)
  let allPlaced = error.errors.length > 0
  let isFirst = true
  for (const { field, ...said } of error.errors) {
    if (!known.includes(field.split('.')[0] ?? field)) {
      allPlaced = false
      continue
    }
    form.setError(field as FieldPath<Values>, refusal(said), { shouldFocus: isFirst })
    isFirst = false
  }
  return allPlaced
}

/** The schema of an endpoint's body, for the form that fills it. */
export function bodyOf<Body extends z.ZodMiniType>(
  endpoint: Endpoint<z.ZodMiniType, z.ZodMiniType, Body, z.ZodMiniType>,
): Body {
  if (!endpoint.body) throw new Error(`${endpoint.path} takes no body`)
  return endpoint.body
}
