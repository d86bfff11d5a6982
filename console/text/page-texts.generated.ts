// From the files beside it, by `npm run generate`.
import campaigns from './en/pages/campaigns.json' with { type: 'json' };
import energy from './en/pages/energy.json' with { type: 'json' };
import health from './en/pages/health.json' with { type: 'json' };
import money from './en/pages/money.json' with { type: 'json' };
import notifications from './en/pages/notifications.json' with { type: 'json' };
import partners from './en/pages/partners.json' with { type: 'json' };
import rules from './en/pages/rules.json' with { type: 'json' };

export const enPages = {
  ...campaigns,
  ...energy,
  ...health,
  ...money,
  ...notifications,
  ...partners,
  ...rules,
};
