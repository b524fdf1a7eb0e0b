import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import { useRulesInWords } from '../segments/use-rules-in-words.ts'
import { type ChangeRow, changeRows, isBlank, type Values } from './change-rows.ts'
import { diffText, type TextPart } from './text-diff.ts'
import { useValueWords, type ValueWords } from './use-value-words.ts'

export interface ChangeTableProps {
  before: Values | null
  after: Values | null
  /** Headers of the two columns. */
  beforeTitle?: string | undefined
  afterTitle?: string | undefined
  /** Time zone of the shown times. */
  zone?: string | undefined
  /** Fields to leave out because they are shown elsewhere. */
  without?: readonly string[]
}

/** Compares two states field by field, in words. Unchanged fields are summed up in one line below. */
export function ChangeTable(props: ChangeTableProps) {
  const { beforeTitle, afterTitle, zone, without = [] } = props
  const [before = null, after = null] = useRulesInWords([props.before, props.after])
  const { t } = useTranslation('changes')
  const words = useValueWords(zone)
  const [view, setView] = useState<'changes' | 'all'>('changes')
  const rows = changeRows(before, after).filter(
    row => !without.includes(row.field) && !(isBlank(row.before) && isBlank(row.after)),
  )
  const changed = rows.filter(row => !row.isSame)
  const same = rows.filter(row => row.isSame)
  const isWhole = before === null || after === null
  const shown = isWhole || view === 'all' ? rows : changed
  return (
    <div>
      {!isWhole && (
        <div className="mb-2 flex min-h-control-sm items-center justify-between gap-3">
          <h3 className="font-semibold">{t('count', { count: changed.length, all: rows.length })}</h3>
          {same.length > 0 && changed.length > 0 && (
            <Segmented
              size="sm"
              aria-label={t('view')}
              value={view}
              onChange={setView}
              segments={[
                { value: 'changes', label: t('changes') },
                { value: 'all', label: t('all') },
              ]}
            />
          )}
        </div>
      )}
      {shown.length > 0 && (
        <Grid
          rows={shown}
          words={words}
          isHeadless={isWhole && afterTitle === undefined}
          before={before === null ? null : (beforeTitle ?? t('before'))}
          after={after === null ? null : (afterTitle ?? t('after'))}
        />
      )}
      {!isWhole && view === 'changes' && same.length > 0 && (
        <Disclosure
          inline
          title={t('same', { count: same.length, fields: same.map(row => words.fieldWords(row.field)).join(', ') })}
        >
          <Grid rows={same} words={words} before={null} after={t('now')} />
        </Disclosure>
      )}
    </div>
  )
}

interface GridProps {
  rows: readonly ChangeRow[]
  words: ValueWords
  /** The single column needs no header. */
  isHeadless?: boolean
  /** Header of the column; null hides the column. */
  before: string | null
  after: string | null
}

function Grid({ rows, words, before, after, isHeadless = false }: GridProps) {
  const { t } = useTranslation('changes')
  const heads = [before, after].filter(head => head !== null)
  const isBoth = heads.length === 2
  return (
    <div className="overflow-clip rounded-2 border border-line">
      <table className="w-full table-fixed border-collapse text-start max-sm:block">
        <thead className={isHeadless ? 'sr-only' : 'bg-sunken text-12 text-muted max-sm:sr-only'}>
          <tr>
            <th scope="col" className={isBoth ? 'w-1/6' : 'w-1/4'}>
              <span className="sr-only">{t('field')}</span>
            </th>
            {heads.map(head => (
              <th key={head} scope="col" className="px-3 py-1.5 text-start font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map(row => (
            <tr
              key={row.field}
              className="border-t border-line align-top max-sm:block max-sm:py-2 max-sm:first:border-t-0"
            >
              <th
                scope="row"
                className="px-3 py-2 text-start text-12 leading-5 font-medium wrap-anywhere text-muted max-sm:block max-sm:py-0.5"
              >
                {words.fieldWords(row.field)}
              </th>
              <Sides row={row} words={words} hasBefore={before !== null} hasAfter={after !== null} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SidesProps {
  row: ChangeRow
  words: ValueWords
  hasBefore: boolean
  hasAfter: boolean
}

function Sides({ row, words, hasBefore, hasAfter }: SidesProps) {
  const before = words.valueWords(row.before, row.field)
  const after = words.valueWords(row.after, row.field)
  const isDiffed = hasBefore && hasAfter && !row.isSame
  const diff = isDiffed ? diffText(isBlank(row.before) ? '' : before, isBlank(row.after) ? '' : after) : undefined
  return (
    <>
      {hasBefore && (
        <Side>{isDiffed && isBlank(row.before) ? before : <Text parts={diff?.before} whole={before} as="del" />}</Side>
      )}
      {hasAfter && (
        <Side>{isDiffed && isBlank(row.after) ? after : <Text parts={diff?.after} whole={after} as="ins" />}</Side>
      )}
    </>
  )
}

function Side({ children }: { children: ReactNode }) {
  return (
    <td className="border-s border-line px-3 py-2 wrap-anywhere whitespace-pre-wrap max-sm:block max-sm:border-s-0 max-sm:py-0.5">
      {children}
    </td>
  )
}

const marks = {
  del: 'rounded-1 bg-danger-soft text-danger-ink line-through',
  ins: 'rounded-1 bg-success-soft text-success-ink no-underline',
}

function Text({ parts, whole, as: Mark }: { parts: TextPart[] | undefined; whole: string; as: 'del' | 'ins' }) {
  return (
    <LongText length={whole.length}>
      <bdi>
        {parts === undefined
          ? whole
          : parts.map((part, index) =>
              part.changed ? (
                // Keyed by index: the parts of one text have no other identity.
                <Mark key={index} className={marks[Mark]}>
                  {part.text}
                </Mark>
              ) : (
                part.text
              ),
            )}
      </bdi>
    </LongText>
  )
}

/** About ten lines of text, in characters. */
const SHORT = 500

/** A text that may be as long as a mail: shows its beginning, and the rest on demand. */
export function LongText({ length, children }: { length: number; children: ReactNode }) {
  const { t } = useTranslation('changes')
  const [isOpen, setOpen] = useState(false)
  if (length <= SHORT) return children
  return (
    <>
      <div
        className={
          isOpen
            ? 'max-h-[60vh] overflow-y-auto'
            : 'max-h-50 overflow-hidden mask-[linear-gradient(#000_80%,transparent)]'
        }
      >
        {children}
      </div>
      <Button size="sm" variant="ghost" className="-ms-2 mt-1" onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'less' : 'more')}
      </Button>
    </>
  )
}
