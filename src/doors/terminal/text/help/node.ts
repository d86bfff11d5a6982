import { both } from '../spoken.ts';

export const node = {
  nodes: both('the processes that serve this installation', 'os processos que atendem esta instalação'),
  nodeList: both(
    'which nodes are there, on which machine, and how many stations each speaks with',
    'quais nós estão no ar, em que máquina, e com quantas estações cada um fala',
  ),
  drain: both(
    'send the stations of a node to other nodes, before it is ended',
    'envia as estações de um nó a outros nós, antes de encerrá-lo',
  ),
  drainNode: both(
    'the id of a node; absent: all nodes of the machine that answers',
    'o id de um nó; ausente: todos os nós da máquina que responde',
  ),
};
