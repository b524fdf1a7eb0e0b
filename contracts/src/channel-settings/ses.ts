/** Amazon SES. `access_id` is the id of an access key, `access_key` its secret half. */
import { SES_REGIONS, type SesRegion } from './aws-regions.ts'
import { defaultedNumber, emailField, optionalText, rateField, secretField, selectField, textField } from './fields.ts'
import { settingsForm } from './form.ts'

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
