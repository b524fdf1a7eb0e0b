/** Amazon SES. `access_id` is the id of an access key, `access_key` its secret half. */
import { defaultedNumber, emailField, optionalText, rateField, secretField, selectField, textField } from './fields.ts'
import { settingsForm } from './form.ts'

/**
 * Regions in which Amazon SES sends from `email.{region}.amazonaws.com`: those of AWS's own client for Go (aws-sdk-go-v2,
 * service/sesv2/internal/endpoints), which its docs list at https://docs.aws.amazon.com/general/latest/gr/ses.html. The European
 * Sovereign Cloud (eusc-de-east-1) is another partition with hosts and certificates of its own, and is not among them.
 */
const SES_REGIONS = {
  'us-east-1': 'US East (N. Virginia)',
  'us-east-2': 'US East (Ohio)',
  'us-west-1': 'US West (N. California)',
  'us-west-2': 'US West (Oregon)',
  'af-south-1': 'Africa (Cape Town)',
  'ap-northeast-1': 'Asia Pacific (Tokyo)',
  'ap-northeast-2': 'Asia Pacific (Seoul)',
  'ap-northeast-3': 'Asia Pacific (Osaka)',
  'ap-south-1': 'Asia Pacific (Mumbai)',
  'ap-south-2': 'Asia Pacific (Hyderabad)',
  'ap-southeast-1': 'Asia Pacific (Singapore)',
  'ap-southeast-2': 'Asia Pacific (Sydney)',
  'ap-southeast-3': 'Asia Pacific (Jakarta)',
  'ap-southeast-5': 'Asia Pacific (Malaysia)',
  'ca-central-1': 'Canada (Central)',
  'ca-west-1': 'Canada West (Calgary)',
  'eu-central-1': 'Europe (Frankfurt)',
  'eu-central-2': 'Europe (Zurich)',
  'eu-north-1': 'Europe (Stockholm)',
  'eu-south-1': 'Europe (Milan)',
  'eu-west-1': 'Europe (Ireland)',
  'eu-west-2': 'Europe (London)',
  'eu-west-3': 'Europe (Paris)',
  'il-central-1': 'Israel (Tel Aviv)',
  'me-central-1': 'Middle East (UAE)',
  'me-south-1': 'Middle East (Bahrain)',
  'sa-east-1': 'South America (São Paulo)',
  'us-gov-east-1': 'AWS GovCloud (US-East)',
  'us-gov-west-1': 'AWS GovCloud (US-West)',
} as const

type SesRegion = keyof typeof SES_REGIONS

const regions = Object.keys(SES_REGIONS) as [SesRegion, ...SesRegion[]]

export const SES = settingsForm(
  {
    sender_email: emailField({ section: 'sender' }),
    from_name: optionalText({ section: 'sender', maxLength: 100 }),
    region: selectField({
      section: 'account',
      wide: true,
      options: regions,
      optionNames: SES_REGIONS,
      initial: 'us-east-2',
    }),
    access_id: textField({
      section: 'account',
      maxLength: 128,
      pattern: /^\w+$/,
      message: 'channels.accessId',
    }),
    access_key: secretField({ section: 'account', boundTo: ['access_id', 'region'] }),
    configuration_set: optionalText({
      section: 'reports',
      maxLength: 64,
      pattern: /^[\w-]+$/,
      message: 'channels.setName',
    }),
    sns_topic_arn: optionalText({
      section: 'reports',
      maxLength: 300,
      pattern: /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]+$/,
      message: 'channels.topicArn',
      isLearnt: true,
    }),
    max_connections: defaultedNumber({
      section: 'limits',
      minimum: 1,
      maximum: 200,
      message: 'fields.connections',
      initial: 20,
    }),
    messages_per_second: rateField({ section: 'limits' }),
  },
  { title: () => 'Amazon SES' },
)
