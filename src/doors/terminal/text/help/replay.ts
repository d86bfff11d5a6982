import { both } from '../spoken.ts';

export const replay = {
  replay: both(
    'play recorded messages into an empty instance, as if the stations were there',
    'repete mensagens gravadas em uma instância vazia, como se as estações estivessem lá',
  ),
  replayFiles: both('files of "sigec station messages ID --json"', 'arquivos de "sigec station messages ID --json"'),
  replayOcppUrl: both(
    'where stations connect; without it: as the instance says',
    'onde as estações se conectam; sem isto: como a instância diz',
  ),
};
