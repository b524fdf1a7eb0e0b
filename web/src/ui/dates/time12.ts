export type Time12 = {
  /** 1 to 12; 0 if empty, shown as "00". */
  hour: number
  minute: 0 | 15 | 30 | 45
  period: 'am' | 'pm'
}

export const emptyTime12: Time12 = { hour: 0, minute: 0, period: 'am' }
