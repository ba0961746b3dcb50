-- serves: Market-Watch F1 (MW1a)
-- note:   the securities of a list lie together.
CLUSTER watch_item USING watch_item_pkey;
