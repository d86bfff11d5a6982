import { both } from '../spoken.ts';

export const finding = {
  finding: both('which stations fail next, and why', 'quais estações vão falhar, e por quê'),
  findingList: both('what detectors noticed, gravest first', 'o que os detectores perceberam, o mais grave primeiro'),
  findingAll: both('also those that are closed', 'também os encerrados'),
  findingShow: both('a finding with its evidence', 'um diagnóstico com suas evidências'),
  findingId: both('id of the finding, as the list shows it', 'id do diagnóstico, como a lista mostra'),
  findingNext: both(
    'which stations fail next, the likeliest first',
    'quais estações vão falhar, a mais provável primeiro',
  ),
  findingCohorts: both('how each model and firmware is doing', 'como está cada modelo e firmware'),
  findingStation: both('how healthy a station is', 'como está a saúde de uma estação'),
  findingClose: both('close a finding with what was the case', 'encerra um diagnóstico com o que era'),
  findingVerdict: both('whether there was something the matter', 'se havia mesmo um problema'),
  findingCause: both('what it was', 'o que era'),
  findingNote: both('what was seen or done', 'o que foi visto ou feito'),
};
