// From the files beside it, by `npm run generate`.
import energy from './pt-BR/pages/energy.json' with { type: 'json' };

export const ptBRPages = {
  ...energy,
};
