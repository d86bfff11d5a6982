// From the files beside it, by `npm run generate`.
import energy from './en/pages/energy.json' with { type: 'json' };

export const enPages = {
  ...energy,
};
