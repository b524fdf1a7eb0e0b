import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

export type RadioCard<Value extends string> = {
  value: Value
  title: ReactNode
  /** Between title and content, such as the price. */
  lead: ReactNode
  children: ReactNode
}

export type RadioCardsProps<Value extends string> = {
  cards: readonly RadioCard<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  'aria-label': string
}

/** A choice between cards that are compared side by side. Clicking anywhere on a card selects it. */
export function RadioCards<Value extends string>({ cards, value, onChange, ...names }: RadioCardsProps<Value>) {
  return (
    <RadioGroup
      value={value}
      onValueChange={next => onChange(next as Value)}
      aria-label={names['aria-label']}
      className={cardGrid}
    >
      {cards.map(card => (
        <Card key={card.value} card={card} chosen={card.value === value} />
      ))}
    </RadioGroup>
  )
}

/** Cards side by side, or stacked where there is no room. */
export const cardGrid = 'grid gap-4 sm:auto-cols-fr sm:grid-flow-col sm:grid-rows-[repeat(4,auto)] sm:gap-y-0'
/** A card: title, lead, content and at most one more element. Each of them has the same height in all cards. */
export const cardClass =
  'relative grid min-w-0 gap-3 rounded-3 border p-4 sm:row-span-4 sm:grid-rows-subgrid max-sm:content-start'

function Card({ card, chosen }: { card: RadioCard<string>; chosen: boolean }) {
  const id = useId()
  const titleId = useId()
  const leadId = useId()
  return (
    <div className={cx(cardClass, chosen ? 'border-accent bg-selected' : 'border-line bg-surface hover:bg-hover')}>
      <div className="flex items-center gap-2.5">
        <Radio.Root
          id={id}
          value={card.value}
          aria-labelledby={titleId}
          aria-describedby={leadId}
          className={
            'relative z-1 size-4 shrink-0 rounded-full border border-line-control bg-surface data-checked:border-5 ' +
            'data-checked:border-accent data-checked:bg-inverse'
          }
        />
        <label htmlFor={id} className="min-w-0 after:absolute after:inset-0 after:rounded-3">
          <span id={titleId} className="text-14 font-semibold wrap-anywhere">
            {card.title}
          </span>
        </label>
      </div>
      <div id={leadId} className="flex flex-col">
        {card.lead}
      </div>
      {card.children}
    </div>
  )
}
