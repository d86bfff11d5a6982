import { both, sentence } from './spoken.ts';

export const nodes = {
  node: {
    none: both('No node is there.', 'Nenhum nó está no ar.'),
    yes: both('yes', 'sim'),
    draining: sentence(
      'Nodes being drained: {count}. Their stations go to other nodes over DRAIN_SECONDS; end a node once "sigec node list" shows it without stations.',
      'Nós em esvaziamento: {count}. Suas estações vão para outros nós durante DRAIN_SECONDS; encerre um nó quando "sigec node list" o mostrar sem estações.',
    ),
    state: {
      up: both('up', 'no ar'),
      draining: both('draining', 'esvaziando'),
      silent: both('silent', 'calado'),
    },
  },
};
