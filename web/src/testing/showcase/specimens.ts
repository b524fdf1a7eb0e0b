import { Globe, Mail, MessageCircle, MessageSquare, Smartphone } from 'lucide-react'
import type { Option } from '../../ui/controls/options/option.ts'

/** Channels with their icons, as options. */
export const channels: Option[] = [
  { value: 'email', label: 'Email', icon: Mail },
  { value: 'sms', label: 'SMS', icon: MessageSquare },
  { value: 'whatsapp', label: 'WhatsApp', icon: MessageCircle },
  { value: 'webpush', label: 'Web push', icon: Globe },
  { value: 'mobilepush', label: 'Mobile push', icon: Smartphone },
]

/** Enough countries to need a search. */
export const countries: Option[] = [
  'India',
  'Portugal',
  'Norway',
  'Czechia',
  'Japan',
  'Nigeria',
  'France',
  'Spain',
  'Brazil',
  'Kenya',
].map(label => ({ value: label.toLowerCase(), label }))

export const today = '2026-11-12'

/** For specimens whose act does not matter. */
export const noop = () => {}
