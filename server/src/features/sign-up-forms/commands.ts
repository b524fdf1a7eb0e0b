/** Writes of sign-up forms as commands that can be held for approval. */
import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { uuid } from '@notifly/contracts/fields'
import { SignUpFormBody } from '@notifly/contracts/sign-up-forms/sign-up-forms'
import * as z from 'zod/mini'
import { type AnyCommand, type CommandContext, defineCommand, textIn, type Values } from '../approvals/approvals.ts'
import { changeForm, contentOf, createForm, OBJECT, removeForm } from './forms.ts'

const common = { activity: ACTIVITY.audience, object: OBJECT } as const

interface Which {
  form_uuid: string
}

const keyOf = ({ actor }: CommandContext, { form_uuid: formId }: Which) => ({
  applicationId: actor.applicationId,
  formId,
})

function before(context: CommandContext, which: Which): Promise<Values | null> {
  return contentOf(context.db, keyOf(context, which))
}

export const createSignUpForm = defineCommand({
  ...common,
  name: 'sign-up-form.create',
  level: 'create',
  payload: SignUpFormBody,
  objectOf: () => null,
  title: ({ name }) => name,
  before: async () => null,
  run: createForm,
  idOf: result => result.uuid,
})

export const updateSignUpForm = defineCommand({
  ...common,
  name: 'sign-up-form.update',
  level: 'update',
  payload: z.object({ form_uuid: uuid, ...SignUpFormBody.shape }),
  objectOf: ({ form_uuid: id }) => id,
  title: ({ name }) => name,
  before,
  async run(context, { form_uuid, ...body }) {
    await changeForm(context, keyOf(context, { form_uuid }), body)
    return { uuid: form_uuid }
  },
})

export const deleteSignUpForm = defineCommand({
  ...common,
  name: 'sign-up-form.delete',
  level: 'delete',
  payload: z.object({ form_uuid: uuid }),
  objectOf: ({ form_uuid: id }) => id,
  title: (_, found) => textIn(found, 'name'),
  before,
  run: (context, which) => removeForm(context, keyOf(context, which)),
})

export const signUpFormCommands: readonly AnyCommand[] = [createSignUpForm, updateSignUpForm, deleteSignUpForm]
