import { both, sentence } from './spoken.ts';

/** What is said about campaigns, firmware, tickets, playbooks and logs. */
export const upkeep = {
  upkeep: {
    noCampaign: both('There is no campaign yet.', 'Ainda não há campanha.'),
    campaignLine: sentence(
      '{name} is {state}: {done} of {total} done, {failed} failed.',
      '{name} está {state}: {done} de {total} prontas, {failed} com falha.',
    ),
    preview: sentence(
      'Stations that it would reach: {total}, in stages of up to {stages}, first {canary}; left out: {skipped}.',
      'Estações a que chegaria: {total}, em etapas de até {stages}, primeiro {canary}; de fora: {skipped}.',
    ),
    started: sentence('{name} has begun, stations: {total}. {id}', '{name} começou, estações: {total}. {id}'),
    isNow: sentence('{name} is {state} now.', '{name} agora está {state}.'),
    noImage: both('The catalogue has no image yet.', 'O catálogo ainda não tem imagem.'),
    signed: both('signed', 'assinada'),
    imageReady: sentence('Version {version} is ready: {id}', 'A versão {version} está pronta: {id}'),
    imageRetired: sentence('Version {version} is retired.', 'A versão {version} foi retirada.'),
    noTicket: both('No ticket is open.', 'Nenhum chamado está aberto.'),
    noTicketFits: both('No ticket fits.', 'Nenhum chamado corresponde.'),
    noSuchTicket: sentence('There is no ticket {number}.', 'Não há chamado {number}.'),
    evidenceForm: both(
      'finding:<id>, outage:<id>, log-file:<id>, session:<id>, campaign:<id> or event:<id>',
      'finding:<id>, outage:<id>, log-file:<id>, session:<id>, campaign:<id> ou event:<id>',
    ),
    repairs: sentence(
      'Repairs: {repairs}, {mean} on average. Tickets still open: {open}.',
      'Reparos: {repairs}, {mean} em média. Chamados ainda abertos: {open}.',
    ),
    noCause: both('not told', 'não informada'),
    titles: {
      severity: both('Severity', 'Gravidade'),
      mrec: both('Code (MREC)', 'Código (MREC)'),
      assignedTo: both('Looked after by', 'Aos cuidados de'),
      opened: both('Opened', 'Aberto'),
      resolved: both('Resolved', 'Resolvido'),
      part: both('Part', 'Peça'),
      evidence: both('Evidence', 'Evidência'),
      repairs: both('Repairs', 'Reparos'),
      onAverage: both('On average', 'Em média'),
      step: both('Step', 'Passo'),
      helped: both('Helped', 'Ajudou'),
      disturbs: both('Waits for a session to end', 'Espera a sessão terminar'),
    },
    helpedOf: sentence('{helped} of {tried}', '{helped} de {tried}'),
    notTried: both('never tried', 'nunca tentado'),
    noStep: both(
      'Nothing is tried there by itself: the station told a safety code, and a person has to look at it.',
      'Nada é tentado ali sozinho: a estação informou um código de perigo, e uma pessoa precisa olhar.',
    ),
    notFaulted: both(
      'No connector is faulted there: there is nothing to repair.',
      'Nenhum conector está com falha ali: não há o que consertar.',
    ),
    playbookHelped: sentence('The fault of {station} is gone.', 'A falha de {station} passou.'),
    playbookEnded: sentence('{station} is not repaired.', '{station} não está consertada.'),
    stepOutcomes: {
      done: both('done', 'feito'),
      'not-done': both('not done', 'não feito'),
      refused: both('refused', 'recusado'),
      failed: both('failed', 'falhou'),
    },
    ticketOpen: sentence('Ticket {number} is open: {id}', 'O chamado {number} está aberto: {id}'),
    ticketIs: sentence('Ticket {number} is {state} now.', 'O chamado {number} agora está {state}.'),
    noLog: both('The station has brought no log yet.', 'A estação ainda não trouxe nenhum log.'),
    logAsked: sentence('{station} brings its log: {id}', '{station} traz seu log: {id}'),
    logRefused: sentence(
      '{station} does not bring its log ({id}); its commands say why.',
      '{station} não traz seu log ({id}); seus comandos dizem por quê.',
    ),
  },
};
