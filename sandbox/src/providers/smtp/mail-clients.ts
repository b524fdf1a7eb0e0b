// The headers of real readers' programs: the mail client that loads images, and the browser that follows a link.

export interface MailClient {
  loadsImages: string
  followsLinks: string
}

const IPHONE_SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const MAC_SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
const WINDOWS_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36'
const WINDOWS_EDGE = `${WINDOWS_CHROME} Edg/138.0.0.0`
const ANDROID_CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36'
const LINUX_FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export const MAIL_CLIENTS: readonly MailClient[] = [
  {
    loadsImages: IPHONE_SAFARI.replace(/ Version.* Mobile/, ' Mobile').replace(/ Safari.*/, ''),
    followsLinks: IPHONE_SAFARI,
  },
  { loadsImages: MAC_SAFARI.replace(/ Version.*/, ''), followsLinks: MAC_SAFARI },
  { loadsImages: WINDOWS_CHROME, followsLinks: WINDOWS_CHROME },
  {
    loadsImages:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; ms-office; MSOffice 16) AppleWebKit/537.36 (KHTML, like Gecko)',
    followsLinks: WINDOWS_EDGE,
  },
  { loadsImages: ANDROID_CHROME, followsLinks: ANDROID_CHROME },
  {
    loadsImages: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0',
    followsLinks: LINUX_FIREFOX,
  },
]
