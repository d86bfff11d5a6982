import { both, sentence } from './spoken.ts';

export const people = {
  person: {
    none: both('There is nobody yet; invite somebody.', 'Ainda não há ninguém; convide alguém.'),
    noInvitation: both('There is no invitation.', 'Não há convite.'),
    active: both('active', 'ativa'),
    disabled: both('disabled', 'desativada'),
    invitation: {
      open: both('open', 'aberto'),
      used: both('used', 'usado'),
      revoked: both('taken back', 'retirado'),
      expired: both('expired', 'vencido'),
    },
    invited: sentence(
      'This link lets {email} in. It works once, for seven days, and is shown this once:',
      'Este link dá acesso a {email}. Funciona uma vez, por sete dias, e só aparece desta vez:',
    ),
    changed: sentence('{name} is now: {roles}.', '{name} agora é: {roles}.'),
    signedOut: sentence('{count} browsers were signed out.', '{count} navegadores foram desconectados.'),
    removed: sentence('The person {id} was removed.', 'A pessoa {id} foi removida.'),
    revoked: sentence('The invitation of {email} was taken back.', 'O convite de {email} foi retirado.'),
    noRole: sentence(
      '{role} is no role: write viewer, accountant, operator or administrator, at one site as operator@site.',
      '{role} não é um papel: escreva viewer, accountant, operator ou administrator, em um só local como operator@local.',
    ),
  },
};
