import { type RunTest, variantLetter } from '@notifly/contracts/campaigns/ab-tests'
import type { RunProgress } from '@notifly/contracts/runs/deliveries'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMoments } from '../../../components/display/use-moments.ts'

/** The state of the test, in a sentence that counts down. */
export function useTestState(run: RunProgress, test: RunTest): string {
  const { t } = useTranslation('ab-test')
  const moments = useMoments()
  const left = useCountdown(test.decide_on)
  switch (test.state) {
    case 'preparing':
      return t('state.preparing')
    case 'ended':
      return t(run.status === 'cancelled' ? 'state.cancelled' : 'state.ended')
    case 'decided': {
      const letter = test.winner === null ? '' : variantLetter(test.winner)
      const time = moments.dayAndTime(test.decided_on ?? 0)
      if (test.decided_by === null) return t('state.decided', { letter, time })
      return test.decided_by === ''
        ? t('state.chosen', { letter, time })
        : t('state.chosenBy', { letter, time, name: test.decided_by })
    }
    case 'running':
      if (run.status === 'paused') return t('state.paused')
      if (left === null || left === 0) return t('state.deciding')
      return t('state.running', { left: leftWords(left), time: moments.dayAndTime(test.decide_on ?? 0) })
  }

  function leftWords(seconds: number): string {
    if (seconds < 60) return t('left.seconds', { count: Math.ceil(seconds) })
    const minutes = Math.ceil(seconds / 60)
    if (minutes < 60) return t('left.minutes', { count: minutes })
    const hours = Math.floor(minutes / 60)
    if (minutes % 60 === 0) return t('left.hours', { count: hours })
    return t('left.both', { hours, minutes: minutes % 60 })
  }
}

const SECOND_MS = 1000
/** Above this the words change once a minute at most. */
const CLOSE_SECONDS = 120

/** Seconds until a moment, kept true while the page is open; never below 0. Null for no moment. */
function useCountdown(until: number | null): number | null {
  const [now, setNow] = useState(() => Date.now() / SECOND_MS)
  const left = until === null ? null : Math.max(0, until - now)
  const isClose = left !== null && left <= CLOSE_SECONDS
  const isOver = left === null || left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now() / SECOND_MS), isClose ? SECOND_MS : SECOND_MS * 15)
    return () => clearInterval(timer)
  }, [isClose, isOver])
  return left
}
