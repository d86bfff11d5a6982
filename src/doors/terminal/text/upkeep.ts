import { both, sentence } from './spoken.ts';

/** What is said about campaigns, firmware, tickets and logs. */
export const upkeep = {
  upkeep: {
    noCampaign: both('There is no campaign yet.', 'Ainda não há campanha.'),
    campaignLine: sentence(
      '{name} is {state}: {done} of {total} done, {failed} failed.',
      '{name} está {state}: {done} de {total} prontas, {failed} com falha.',
    ),
    preview: sentence(
      'It would reach {total} stations in stages of up to {stages}, first {canary}; {skipped} are left out.',
      'Chegaria a {total} estações em etapas de até {stages}, primeiro {canary}; {skipped} ficam de fora.',
    ),
    started: sentence('{name} runs for {total} stations: {id}', '{name} está em andamento para {total} estações: {id}'),
    isNow: sentence('{name} is {state} now.', '{name} agora está {state}.'),
    noImage: both('The catalogue has no image yet.', 'O catálogo ainda não tem imagem.'),
    signed: both('signed', 'assinada'),
    imageReady: sentence('Version {version} is ready: {id}', 'A versão {version} está pronta: {id}'),
    imageRetired: sentence('Version {version} is retired.', 'A versão {version} foi retirada.'),
    noTicket: both('No ticket is open.', 'Nenhum chamado está aberto.'),
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
