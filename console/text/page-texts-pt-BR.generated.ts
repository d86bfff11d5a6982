// From the files beside it, by `npm run generate`.
import campaigns from './pt-BR/pages/campaigns.json' with { type: 'json' };
import energy from './pt-BR/pages/energy.json' with { type: 'json' };
import health from './pt-BR/pages/health.json' with { type: 'json' };
import money from './pt-BR/pages/money.json' with { type: 'json' };
import notifications from './pt-BR/pages/notifications.json' with { type: 'json' };
import partners from './pt-BR/pages/partners.json' with { type: 'json' };
import rules from './pt-BR/pages/rules.json' with { type: 'json' };

export const ptBRPages = {
  ...campaigns,
  ...energy,
  ...health,
  ...money,
  ...notifications,
  ...partners,
  ...rules,
};
