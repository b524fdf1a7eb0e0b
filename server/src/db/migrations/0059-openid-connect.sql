-- A company's own OpenID Connect provider, beside the three that everybody has.
alter table sso_identity
  drop constraint sso_identity_provider_check,
  add constraint sso_identity_provider_check check (provider in ('gitlab', 'microsoft', 'linkedin', 'oidc'));
