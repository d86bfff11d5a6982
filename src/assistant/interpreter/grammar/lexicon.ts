import { askingWords } from './lexicon/asking.ts';
import { bookWords } from './lexicon/books.ts';

import { deviceWords } from './lexicon/devices.ts';
import { moneyWords } from './lexicon/money.ts';
import { networkWords } from './lexicon/network.ts';
import { orderWords } from './lexicon/orders.ts';
import { sentenceWords } from './lexicon/sentence.ts';
import { stateWords } from './lexicon/states.ts';
import { vehicleWords } from './lexicon/vehicles.ts';

/**
 * The words of the trade, both languages side by side. A concept stands for a thing, a state, a wish or a way to ask; what it means in a request
 * is told by the requests. Phrases are parted by commas, a star stands for any ending, accents are left out. A word may belong to several concepts.
 */
export const lexicon = {
  ...sentenceWords,
  ...askingWords,
  ...networkWords,
  ...stateWords,
  ...orderWords,
  ...deviceWords,
  ...vehicleWords,
  ...bookWords,
  ...moneyWords,
};

export type Concept = keyof typeof lexicon;
