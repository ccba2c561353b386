// The title of the page. A view with a title of its own, such as a game with its player to move, sets it here.
let own = $state<string | null>(null);

export const ownTitle = () => own;
export const setOwnTitle = (title: string | null) => (own = title);
