import { both } from '../spoken.ts';

export const person = {
  people: both('people who sign in, and their roles', 'pessoas que entram, e os seus papéis'),
  personList: both('everybody, with their roles', 'todas, com os seus papéis'),
  personInvite: both('make a one-time link for somebody', 'cria um link de uso único para alguém'),
  personRoles: both(
    'give a person these roles in place of the old ones',
    'dá a uma pessoa estes papéis no lugar dos antigos',
  ),
  personDisable: both('let a person in no more, and sign them out', 'não deixa mais uma pessoa entrar, e a desconecta'),
  personEnable: both('let a person in again', 'deixa uma pessoa entrar de novo'),
  personLink: both('a new link for somebody who lost their way in', 'um novo link para quem perdeu o acesso'),
  personSignOut: both('sign a person out everywhere', 'desconecta uma pessoa em toda parte'),
  personRemove: both('remove a person with everything that names them', 'remove uma pessoa com tudo que a identifica'),
  personId: both('the id of the person', 'o id da pessoa'),
  personEmail: both('the e-mail they sign in with', 'o e-mail com que a pessoa entra'),
  personName: both('their name; without it they write it themselves', 'o nome; sem isto, a própria pessoa escreve'),
  personRole: both(
    'viewer, accountant, operator or administrator; at one site as operator@site; may be repeated',
    'viewer, accountant, operator ou administrator; em um só local como operator@local; pode ser repetido',
  ),
  invitations: both('links that let somebody in once', 'links que deixam alguém entrar uma vez'),
  invitationList: both('invitations of the last 90 days', 'convites dos últimos 90 dias'),
  invitationRevoke: both('take an invitation back', 'retira um convite'),
  invitationId: both('the id of the invitation', 'o id do convite'),
};
