-- serves: Customer-Position F1, Market-Watch F1 (CP3, MW1b)
-- note:   the positions of an account lie together.
CLUSTER holding_summary USING holding_summary_pkey;
