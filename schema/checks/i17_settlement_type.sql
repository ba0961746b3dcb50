-- check: I17
-- class: L
-- title: all sells are cash trades; settlement type and due date follow the trade
SELECT t_id
FROM trade
JOIN trade_type ON tt_id = t_tt_id
JOIN settlement ON se_t_id = t_id
WHERE (tt_is_sell AND NOT t_is_cash)
   OR se_cash_type <> CASE WHEN t_is_cash THEN 'Cash Account' ELSE 'Margin' END
   OR se_cash_due_date <> t_dts::date + 2;
