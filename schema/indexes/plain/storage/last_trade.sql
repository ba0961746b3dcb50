-- serves: Market-Feed F1 (MF1, MFs1)
-- note:   every Market-Feed updates 20 rows and no updated column is indexed: half of each page is kept free, so that
--         updates stay HOT between two prunings.
ALTER TABLE last_trade SET (
    fillfactor = 50
);
