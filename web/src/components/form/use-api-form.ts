import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { Endpoint } from '@notifly/contracts/endpoint'
import type { Issue } from '@notifly/contracts/sentences/of-issue'
import type { TranslatableText, Sentence } from '@notifly/contracts/sentences/sentence'
import { type BaseSyntheticEvent, useCallback, useState } from 'react'
import { type FieldPath, type FieldValues, useForm, type UseFormProps, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError, unreachable } from '../../api/api-error.ts'
import { loadSentences } from '../../locales/i18n.ts'
import { translateSentence } from '../../locales/translate-sentence.ts'

/**
 * Forms validated by the contracts: the browser and the server use the same schema, and errors of both appear at the
 * fields.
 */

export interface ApiForm<Values extends FieldValues, Output = Values> extends UseFormReturn<Values> {
  /** The translated error of a field, for a Field. */
  errorOf: (name: FieldPath<Values>) => string | undefined
  /** A server error that belongs to no field; shown above the form. */
  failure: ApiError | undefined
  clearFailure: () => void
  /**
   * Validates, then runs the write. If the server refuses it, errors are placed at their fields, the first one gets the
   * focus, and the values are kept. Any error other than an ApiError is rethrown.
   */
  submit: (write: (values: Output) => Promise<unknown>) => (event?: BaseSyntheticEvent) => void
}

/** A form whose values are the schema's input. The write receives the schema's output. */
export function useApiForm<Values extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Values>,
  options: UseFormProps<Values>,
): ApiForm<Values, Output> {
  const form = useForm<Values>({
    ...options,
    resolver: standardSchemaResolver(withSentences(schema) as never) as never,
    mode: options.mode ?? 'onTouched',
  })
  const [failure, setFailure] = useState<ApiError>()
  const { errors } = form.formState

  const errorOf = useCallback(
    (name: FieldPath<Values>) => {
      const found = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], errors)
      const message = (found as { message?: string } | undefined)?.message
      return message === undefined ? undefined : translateSentence(JSON.parse(message) as Sentence)
    },
    [errors],
  )

  const submit: ApiForm<Values, Output>['submit'] = write => {
    const run = form.handleSubmit(async values => {
      setFailure(undefined)
      try {
        // The resolver passes the schema's output.
        await write(values as unknown as Output)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!placeFieldErrors(form, error)) setFailure(error)
      }
    })
    return event =>
      void run(event).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setFailure(error)
      })
  }
  return { ...form, errorOf, failure, clearFailure: () => setFailure(undefined), submit }
}

/**
 * Makes a schema report errors as sentences with their values, encoded as JSON, because a form's error holds only a
 * string. Without a connection the words of the errors may be missing: then the form says that it has none.
 */
function withSentences<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  const { '~standard': standard } = schema
  const validate = async (values: unknown) => {
    const result = await standard.validate(values)
    if (!result.issues) return result
    const [{ sentenceOfIssue }] = await Promise.all([
      import('@notifly/contracts/sentences/of-issue'),
      loadSentences(),
    ]).catch((cause: unknown) => {
      throw unreachable('GET', window.location.pathname, cause)
    })
    const issues = result.issues.map(issue => ({ ...issue, ...refusal(sentenceOfIssue(issue as Issue)) }))
    return { issues }
  }
  return { '~standard': { ...standard, validate } } as unknown as Schema
}

/** A form error that carries a sentence. */
export function refusal(said: Sentence | TranslatableText): { message: string } {
  return { message: JSON.stringify(said) }
}

/** Places each error of the response at its field. Returns false if one of them has no field here. */
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

/** The schema of an endpoint's body. Throws if the endpoint has none. */
export function bodyOf<Body extends z.ZodMiniType>(
  endpoint: Endpoint<z.ZodMiniType, z.ZodMiniType, Body, z.ZodMiniType>,
): Body {
  if (!endpoint.body) throw new Error(`${endpoint.path} takes no body`)
  return endpoint.body
}
