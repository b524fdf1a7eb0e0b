/** The plans on sale if the operator has no plan file. The format is that of a plan file (docs/billing.md). */
export const DEFAULT_PLANS = {
  currency: 'USD',
  default_plan: 'professional',
  plans: [
    {
      id: 'starter',
      name: 'Starter',
      description: {
        en: 'For a first audience and its newsletters.',
        es: 'Para una primera audiencia y sus boletines.',
        fr: 'Pour une première audience et ses newsletters.',
        hi: 'पहली ऑडियंस और उसके न्यूज़लेटर के लिए।',
      },
      price: 2900,
      limits: {
        messages: { email: 50_000, sms: 2_000, whatsapp: 2_000, webpush: 50_000, mobilepush: 50_000 },
        contacts: 10_000,
        members: 3,
        applications: 2,
        retention_days: 90,
      },
    },
    {
      id: 'professional',
      name: 'Professional',
      description: {
        en: 'For teams that write to their customers every day.',
        es: 'Para equipos que escriben a sus clientes cada día.',
        fr: 'Pour les équipes qui écrivent chaque jour à leurs clients.',
        hi: 'उन टीमों के लिए जो रोज़ अपने ग्राहकों को लिखती हैं।',
      },
      price: 9900,
      limits: {
        messages: { email: 500_000, sms: 20_000, whatsapp: 20_000, webpush: 500_000, mobilepush: 500_000 },
        contacts: 100_000,
        members: 15,
        applications: 10,
        retention_days: 400,
      },
    },
    {
      id: 'business',
      name: 'Business',
      description: {
        en: 'For many teams and millions of messages.',
        es: 'Para muchos equipos y millones de mensajes.',
        fr: 'Pour de nombreuses équipes et des millions de messages.',
        hi: 'कई टीमों और लाखों संदेशों के लिए।',
      },
      price: 39_900,
      limits: {
        messages: { email: 5_000_000, sms: 200_000, whatsapp: 200_000, webpush: 5_000_000, mobilepush: 5_000_000 },
        contacts: 1_000_000,
        members: null,
        applications: null,
        retention_days: null,
      },
    },
  ],
  without_plan: {
    messages: { email: 1_000, sms: 100, whatsapp: 100, webpush: 1_000, mobilepush: 1_000 },
    contacts: 500,
    members: 2,
    applications: 1,
    retention_days: 30,
  },
  taxes: [],
  seller: {
    name: 'Notifly',
    address: ['Unit 1203, Cyber One', 'Plot 4 and 6, Sector 30A, Vashi', 'Navi Mumbai 400703, Maharashtra, India'],
    tax_number: null,
  },
}
