/** The designs of the gallery: what each is for, which fields it needs from the call that sends it, and its rows. */
import type { Brand } from '@notifly/contracts/brand/brand'
import type { TFunction } from 'i18next'
import type { EditorContent } from '../../../components/email/content.ts'
import type { BlockWord } from '../visual/model/new-blocks.ts'
import { birthday } from './designs/birthday.ts'
import { cart } from './designs/cart.ts'
import { event } from './designs/event.ts'
import { launch } from './designs/launch.ts'
import { newsletter } from './designs/newsletter.ts'
import { rePermission } from './designs/re-permission.ts'
import { receipt } from './designs/receipt.ts'
import { reset } from './designs/reset.ts'
import { sale } from './designs/sale.ts'
import { surveyDesign } from './designs/survey.ts'
import { welcome } from './designs/welcome.ts'
import { winBack } from './designs/win-back.ts'
import type { Category, DesignId } from './design-ids.ts'
import { paletteOf } from './palette.ts'
import { type DesignLook, mailOf, type Row } from './parts.ts'

interface Design {
  category: Category
  rows: (look: DesignLook) => readonly Row[]
  /** Beside those that contacts have. */
  needs?: readonly string[]
}

export const DESIGNS: Readonly<Record<DesignId, Design>> = {
  welcome: { category: 'lifecycle', rows: welcome },
  newsletter: { category: 'news', rows: newsletter },
  launch: { category: 'news', rows: launch },
  sale: { category: 'sales', rows: sale },
  cart: { category: 'sales', rows: cart, needs: ['items', 'cart_url'] },
  receipt: {
    category: 'transactional',
    rows: receipt,
    needs: ['order_number', 'order_date', 'items', 'total', 'order_url'],
  },
  reset: { category: 'transactional', rows: reset, needs: ['reset_url'] },
  event: { category: 'news', rows: event },
  survey: { category: 'lifecycle', rows: surveyDesign },
  birthday: { category: 'lifecycle', rows: birthday },
  winBack: { category: 'lifecycle', rows: winBack },
  rePermission: { category: 'lifecycle', rows: rePermission },
}

interface Picked {
  brand: Brand | undefined
  /** Of the footer. */
  word: BlockWord
  /** Of all words. */
  language: string
  t: TFunction<'gallery'>
}

// Merge fields of the mails have the catalogue's own braces: nothing is filled in here.
const RAW = { skipInterpolation: true } as const

/** A new mail of this design, in the brand and the language of the page. */
export function designContent(id: DesignId, { brand, word, language, t }: Picked): EditorContent & { mjml: string } {
  const say = (key: string): string => t(key.startsWith('shared.') ? key : `designs.${id}.words.${key}`, RAW)
  const { category, rows } = DESIGNS[id]
  const look: DesignLook = { brand, word, language, say, colors: paletteOf(brand) }
  return {
    name: '',
    subject: t(`designs.${id}.subject`, RAW),
    preheader: t(`designs.${id}.preheader`, RAW),
    html: '',
    mode: 'visual',
    mjml: mailOf(look, rows(look), category === 'news' || category === 'sales'),
  }
}
