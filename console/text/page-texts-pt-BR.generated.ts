// From the files beside it, by `npm run generate`.
import campaigns from './pt-BR/pages/campaigns.json' with { type: 'json' };
import energy from './pt-BR/pages/energy.json' with { type: 'json' };
import health from './pt-BR/pages/health.json' with { type: 'json' };
import notifications from './pt-BR/pages/notifications.json' with { type: 'json' };
import rules from './pt-BR/pages/rules.json' with { type: 'json' };

export const ptBRPages = {
  ...campaigns,
  ...energy,
  ...health,
  ...notifications,
  ...rules,
};
