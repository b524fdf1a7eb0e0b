import type { saveBrand } from '@notifly/contracts/brand/brand'
import type * as z from 'zod/mini'
import type { ApiForm } from '../../components/form/use-api-form.ts'

export type BrandValues = z.input<NonNullable<(typeof saveBrand)['body']>>
export type BrandForm = ApiForm<BrandValues, z.output<NonNullable<(typeof saveBrand)['body']>>>

export interface BrandPartProps {
  form: BrandForm
  readOnly: boolean
}
