// サーバーのないページで呼び方の違うもの。
import type { Message } from '../message';
import type { site as english } from '../en/site';

export const site: Record<keyof typeof english, Message> = {
  'title.site.lobby': '新しい対局',
  'title.site.watch': '棋譜を読む',
  'nav.site.watch': '棋譜',
  'site.ready': 'すべてこの端末にあります。ネットワークなしで遊べます。',
  'site.unable': 'ここでは対局できません',
  'doors.site.own': '条件を選んで対局',
  'doors.site.own.note': '陣営、オプション、局面、記録から',
  'doors.site.watch': '棋譜を読む',
  'doors.site.watch.note': '5局をターンごとに解説',
  'site.finished': '終わった対局',
  'site.finished.none': '終わった対局はここに残り、再生や記録の保存ができます。',
  'site.remove': '対局「{name}」を消す',
  'site.remove.sure': '消しますか？',
  'site.bring': '記録を取り込む',
  'read.title': '棋譜を読む',
  'read.lede': '勝負を分けたところの解説つきの全局。どれも盤上で一手ずつ再生できます。',
  'read.sides': '{german}対{soviet}',
  'read.hand': '人の手',
  'read.open': '盤上で見る',
  'read.account': '解説',
  'read.language': '解説は英語です。',
  'read.failed': 'いま棋譜を取得できませんでした。',
};
