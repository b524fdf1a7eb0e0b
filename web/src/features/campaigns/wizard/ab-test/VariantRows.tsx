import { AB_VARIANTS, variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/controls/Button.tsx'
import { FieldError } from '../../../../ui/controls/Field.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { TextInput } from '../../../../ui/controls/TextInput.tsx'
import { useWizard } from '../state/wizard-context.ts'
import { EMPTY_CONTENT, moved, type TestChoice, variantCount } from './test-choice.ts'
import { VariantEditor } from './VariantEditor.tsx'
import { VariantMark } from '../../../../components/runs/VariantMark.tsx'

export interface VariantRowsProps {
  set: (patch: Partial<TestChoice>) => void
}

/**
 * The variants in order, A first. A subject test has one field per row; in a content test one row is open at a time.
 */
export function VariantRows({ set }: VariantRowsProps) {
  const wizard = useWizard()
  const { t } = useTranslation('ab-test')
  const { ab_test: test } = wizard.values
  const [openAt, setOpenAt] = useState(0)
  const count = variantCount(test)
  const open = Math.min(openAt, count - 1)
  const { subjects, contents } = test
  const edit = (of: <T>(list: T[]) => T[]) =>
    set(test.part === 'subject' ? { subjects: of(subjects) } : { contents: of(contents) })
  const move = (from: number, to: number) => {
    edit(list => moved(list, from, to))
    if (open === from) setOpenAt(to)
    else if (open === to) setOpenAt(from)
  }
  const remove = (at: number) => {
    edit(list => list.filter((_, index) => index !== at))
    if (at < open) setOpenAt(open - 1)
  }
  const add = () => {
    set(test.part === 'subject' ? { subjects: [...subjects, ''] } : { contents: [...contents, EMPTY_CONTENT] })
    setOpenAt(count)
  }
  return (
    <div className="border-t border-line">
      <ul aria-label={t('variants')}>
        {Array.from({ length: count }, (_, index) => (
          // Keyed by index: a variant is identified by its position, and A is always the first.
          <li key={index} className="border-t border-line px-4 py-2.5 first:border-t-0">
            <div className="flex items-start gap-3">
              <VariantMark no={index + 1} className="mt-1" />
              {test.part === 'subject' ? (
                <SubjectInput
                  no={index + 1}
                  value={subjects[index] ?? ''}
                  error={wizard.errorAt(`ab_test.variants.${index}`, subjects[index] !== '')}
                  onChange={subject => set({ subjects: subjects.map((old, at) => (at === index ? subject : old)) })}
                />
              ) : (
                <ContentLine index={index} isOpen={index === open} onOpen={() => setOpenAt(index)} />
              )}
              <Tools
                letter={variantLetter(index + 1)}
                onUp={index > 0 ? () => move(index, index - 1) : undefined}
                onDown={index < count - 1 ? () => move(index, index + 1) : undefined}
                onRemove={count > AB_VARIANTS.least ? () => remove(index) : undefined}
              />
            </div>
            {test.part === 'content' && index === open && (
              <div className="mt-3">
                <VariantEditor key={index} index={index} set={set} />
              </div>
            )}
          </li>
        ))}
      </ul>
      <div className="border-t border-line px-4 py-2.5">
        <Button size="sm" icon={Plus} onClick={add} disabled={count >= AB_VARIANTS.most}>
          {t('add')}
        </Button>
      </div>
    </div>
  )
}

interface SubjectInputProps {
  no: number
  value: string
  error: string | undefined
  onChange: (subject: string) => void
}

function SubjectInput({ no, value, error, onChange }: SubjectInputProps) {
  const { t } = useTranslation('ab-test')
  return (
    <div className="min-w-0 flex-1">
      <TextInput
        aria-label={t('subjectOf', { letter: variantLetter(no) })}
        aria-invalid={error !== undefined || undefined}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        placeholder={t('subjectHint')}
        maxLength={998}
      />
      {error && (
        <div className="mt-1">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </div>
  )
}

/** One line about a variant's content while its row is closed. */
function ContentLine({ index, isOpen, onOpen }: { index: number; isOpen: boolean; onOpen: () => void }) {
  const wizard = useWizard()
  const { t } = useTranslation('ab-test')
  const content = wizard.contents[index]
  const typed = wizard.values.ab_test.contents[index]?.emailSubject.trim() ?? ''
  const isEmpty = content === undefined || (typed === '' && content.html.trim() === '')
  const from = content?.templateName ?? (content?.html.trim() ? t('ownContent') : null)
  const words: ReactNode = isEmpty ? (
    <span className="text-muted">{t('nothingYet')}</span>
  ) : (
    <bdi>{content.subject || t('noSubject')}</bdi>
  )
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onOpen}
      className="min-h-control min-w-0 flex-1 rounded-1 text-start hover:text-accent-ink"
    >
      <span className="sr-only">{t('variant', { letter: variantLetter(index + 1) })} </span>
      <span className="block truncate font-medium">{words}</span>
      {from !== null && (
        <span className="block truncate text-12 text-muted">
          <bdi>{from}</bdi>
        </span>
      )}
    </button>
  )
}

interface ToolsProps {
  letter: string
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onRemove: (() => void) | undefined
}

function Tools({ letter, onUp, onDown, onRemove }: ToolsProps) {
  const { t } = useTranslation('ab-test')
  return (
    <div className="flex shrink-0 items-center">
      <IconButton icon={ArrowUp} label={t('up', { letter })} disabled={!onUp} onClick={onUp} />
      <IconButton icon={ArrowDown} label={t('down', { letter })} disabled={!onDown} onClick={onDown} />
      <IconButton icon={X} label={t('remove', { letter })} disabled={!onRemove} onClick={onRemove} />
    </div>
  )
}
