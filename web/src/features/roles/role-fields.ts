import { createRole } from '@notifly/contracts/roles/roles'
import type * as z from 'zod/mini'
import { bodyOf } from '../../components/form/body-of.ts'
import type { ApiForm } from '../../components/form/use-api-form.ts'

/** What a role is saved as. */
export const roleSchema = bodyOf(createRole)
export type RoleInput = z.input<typeof roleSchema>
/** The form that all panels of a role share. */
export type RoleFields = ApiForm<RoleInput, z.output<typeof roleSchema>>
