/** One complete text message. */
import type { MessageClass } from '@notifly/contracts/campaigns/content'

export interface SmsMessage {
  /** An E.164 number with its plus. */
  to: string
  text: string
  class: MessageClass
  /** The signed name of the delivery, for the provider to echo in its reports. */
  token: string
  /** The same for every attempt. */
  messageId: string
  /** Of the text, where the sender's country registers texts (India's DLT). */
  dltTemplateId?: string
  /** It has letters outside of the GSM alphabet. */
  isUnicode: boolean
  /** Messages that the network makes of the text. */
  segments: number
}
