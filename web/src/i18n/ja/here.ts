// このブラウザーだけで保存する対局と、アプリとしてのページ。
import type { Message } from '../message';
import type { here as english } from '../en/here';

export const here: Record<keyof typeof english, Message> = {
  'here.trouble': 'この対局は保存されていません',
  'here.trouble.refused':
    'プライベートウィンドウなどのため、ブラウザーがこのページのデータを保存しません。対局はこのページを開いている間だけ続きます。後日続けるには記録を保存してください。',
  'here.trouble.full':
    'ブラウザーの空き容量がありません。以後の手はこのページを開いている間だけ残ります。記録を保存するか、容量を空けてください。手を指すたびに保存を試みます。',
  'here.trouble.apart':
    'ここで保存できなかった時点から、別のタブがこの対局を進めました。ここでの手はこのページを開いている間だけ残ります。記録を保存してください。',
  'here.lost': '盤面に問題が起きたため、並べ直しています',
  'here.lost.text': '対局の記録から、最後の手まで復元します。',
  'here.renewal': '新しい版があります',
  'here.renewal.text': '対局はそのまま残ります。',
  'here.renewal.load': '読み込む',
  'here.renewal.later': '後で',
};
